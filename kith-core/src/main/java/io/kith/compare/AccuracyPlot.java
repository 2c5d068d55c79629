package io.kith.compare;

import io.kith.base.WholeFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Test accuracy against label ratio, a line for each method with a band of one standard deviation,
 * as an SVG file that stands alone.
 *
 * <p>Ratios are evenly spaced, as they are chosen to be. Colours are the palette of Okabe and Ito;
 * networks are drawn solid and propagation learners dashed, each with a marker of its own, so that
 * none is told by colour alone.
 */
public final class AccuracyPlot {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 460;
  private static final int LEFT = 64;
  private static final int RIGHT = 190;
  private static final int TOP = 20;
  private static final int BOTTOM = 50;
  private static final String[] COLORS = {
    "#000000", "#D55E00", "#E69F00", "#CC79A7", "#0072B2", "#009E73", "#56B4E9"
  };

  private final ComparisonResult result;
  private final double low;
  private final double high;

  private AccuracyPlot(ComparisonResult result) {
    this.result = result;
    double lowest = 1;
    double highest = 0;
    for (ComparisonResult.Standing s : result.standings()) {
      lowest = Math.min(lowest, s.test().mean() - s.test().deviation());
      highest = Math.max(highest, s.test().mean() + s.test().deviation());
    }
    low = Math.floor(20 * lowest) / 20;
    high = Math.max(low + 0.05, Math.ceil(20 * highest) / 20);
  }

  public static void write(Path file, ComparisonResult result) {
    byte[] svg = svg(result).getBytes(StandardCharsets.UTF_8);
    WholeFiles.write(file, out -> out.write(svg));
  }

  public static String svg(ComparisonResult result) {
    return new AccuracyPlot(result).draw();
  }

  private String draw() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " font-family=\"sans-serif\" font-size=\"13\">\n"
                + "<title>Test accuracy against the share of labels, for each method</title>\n"
                + "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT));
    axes(svg);
    List<String> methods = result.methods();
    for (int m = 0; m < methods.size(); m++) {
      band(svg, m);
    }
    for (int m = 0; m < methods.size(); m++) {
      line(svg, m);
    }
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg) {
    double step = high - low > 0.4 ? 0.1 : 0.05;
    for (int k = 0; low + k * step <= high + 1e-9; k++) {
      double y = y(low + k * step);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#444\">%.0f %%</text>\n",
              LEFT,
              WIDTH - RIGHT,
              y,
              y,
              LEFT - 8,
              y + 4,
              100 * (low + k * step)));
    }
    for (int r = 0; r < result.ratios().size(); r++) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#444\">%s %%</text>\n",
              x(r),
              HEIGHT - BOTTOM + 20,
              ComparisonOptions.text(result.ratios().get(r))));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#444\">share of training labels"
                + " that may be seen</text>"
                + "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\""
                + " fill=\"#444\">test accuracy</text>\n",
            (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 8,
            (TOP + HEIGHT - BOTTOM) / 2));
  }

  private void band(StringBuilder svg, int method) {
    StringBuilder points = new StringBuilder();
    int ratios = result.ratios().size();
    for (int r = 0; r < ratios; r++) {
      points.append(point(x(r), at(method, r).test().mean() + at(method, r).test().deviation()));
    }
    for (int r = ratios - 1; r >= 0; r--) {
      points.append(point(x(r), at(method, r).test().mean() - at(method, r).test().deviation()));
    }
    svg.append(
        String.format(
            "<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"0.13\"/>\n",
            points.toString().strip(), color(method)));
  }

  private void line(StringBuilder svg, int method) {
    StringBuilder points = new StringBuilder();
    for (int r = 0; r < result.ratios().size(); r++) {
      points.append(point(x(r), at(method, r).test().mean()));
    }
    String name = result.methods().get(method);
    String style =
        String.format(
            "stroke=\"%s\" stroke-width=\"%s\"%s",
            color(method),
            name.equals("graph") ? "3" : "1.8",
            Contender.named(name) instanceof PropagationContender
                ? " stroke-dasharray=\"6 4\""
                : "");
    svg.append(
        String.format(
            "<polyline points=\"%s\" fill=\"none\" %s/>\n", points.toString().strip(), style));
    for (int r = 0; r < result.ratios().size(); r++) {
      svg.append(marker(method, x(r), y(at(method, r).test().mean())));
    }
    int legend = TOP + 14 + 22 * method;
    int left = WIDTH - RIGHT + 16;
    svg.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" %s/>%s"
                + "<text x=\"%d\" y=\"%d\" fill=\"#222\">%s</text>\n",
            left,
            left + 32,
            legend,
            legend,
            style,
            marker(method, left + 16, legend),
            left + 40,
            legend + 4,
            name));
  }

  /** Circle, square, triangle or diamond. */
  private String marker(int method, double x, double y) {
    String path =
        switch (method % 4) {
          case 0 -> "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0";
          case 1 -> "m-4 -4h8v8h-8z";
          case 2 -> "m0 -5l5 9h-10z";
          default -> "m0 -5l5 5l-5 5l-5 -5z";
        };
    return String.format(
        Locale.ROOT, "<path d=\"M%.1f %.1f%s\" fill=\"%s\"/>\n", x, y, path, color(method));
  }

  private ComparisonResult.Standing at(int method, int ratio) {
    return result.standing(result.methods().get(method), result.ratios().get(ratio));
  }

  private static String color(int method) {
    return COLORS[method % COLORS.length];
  }

  private String point(double x, double accuracy) {
    return String.format(Locale.ROOT, "%.1f,%.1f ", x, y(accuracy));
  }

  private double x(int ratio) {
    int room = WIDTH - RIGHT - LEFT;
    return LEFT + room * (ratio + 0.5) / result.ratios().size();
  }

  private double y(double accuracy) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (accuracy - low) / (high - low);
  }
}
