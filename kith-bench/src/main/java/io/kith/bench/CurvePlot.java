package io.kith.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Lines over two axes that start where the values do, as an SVG file. */
final class CurvePlot {
  private static final int WIDTH = 560;
  private static final int HEIGHT = 320;
  private static final int LEFT = 56;
  private static final int RIGHT = 110;
  private static final int TOP = 34;
  private static final int BOTTOM = 44;
  private static final int TICKS = 5;
  private static final String[] COLORS = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00"};
  private static final String[] DASHES = {"", "7 3", "2 3", "10 3 2 3", "4 2"};

  private record Line(String name, double[] x, double[] y) {}

  private record Range(double low, double high) {
    double share(double value) {
      return high > low ? (value - low) / (high - low) : 0.5;
    }
  }

  private final String title;
  private final String xName;
  private final String yName;
  private final List<Line> lines = new ArrayList<>();

  CurvePlot(String title, String xName, String yName) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
  }

  void line(String name, double[] x, double[] y) {
    lines.add(new Line(name, x, y));
  }

  String svg() {
    Range x =
        new Range(
            0, lines.stream().mapToDouble(l -> Arrays.stream(l.x).max().orElse(1)).max().orElse(1));
    Range y =
        new Range(
            lines.stream().mapToDouble(l -> Arrays.stream(l.y).min().orElse(0)).min().orElse(0),
            lines.stream().mapToDouble(l -> Arrays.stream(l.y).max().orElse(1)).max().orElse(1));
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"11\">"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>"
            + "<text x=\"%d\" y=\"18\" font-size=\"13\">%s</text>",
        WIDTH,
        HEIGHT,
        LEFT,
        title);
    for (int t = 0; t <= TICKS; t++) {
      double share = (double) t / TICKS;
      add(
          svg,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
              + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.1f</text>"
              + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>",
          LEFT,
          WIDTH - RIGHT,
          down(share),
          down(share),
          LEFT - 6,
          down(share) + 4,
          y.low + share * (y.high - y.low),
          across(share),
          HEIGHT - BOTTOM + 16,
          share * x.high);
    }
    add(
        svg,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>"
            + "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>",
        (LEFT + WIDTH - RIGHT) / 2,
        HEIGHT - 10,
        xName,
        (TOP + HEIGHT - BOTTOM) / 2,
        yName);
    for (int i = 0; i < lines.size(); i++) {
      draw(svg, i, x, y);
    }
    return svg.append("</svg>\n").toString();
  }

  private void draw(StringBuilder svg, int index, Range x, Range y) {
    Line line = lines.get(index);
    String style =
        String.format(
            "fill=\"none\" stroke-width=\"2\" stroke=\"%s\" stroke-dasharray=\"%s\"",
            COLORS[index % COLORS.length], DASHES[index % DASHES.length]);
    StringBuilder points = new StringBuilder();
    for (int p = 0; p < line.x.length; p++) {
      points.append(
          String.format(
              Locale.ROOT, "%.1f,%.1f ", across(x.share(line.x[p])), down(y.share(line.y[p]))));
    }
    int at = TOP + 8 + 18 * index;
    add(
        svg,
        "<polyline %s points=\"%s\"/><line %s x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>"
            + "<text x=\"%d\" y=\"%d\">%s</text>",
        style,
        points.toString().strip(),
        style,
        WIDTH - RIGHT + 10,
        WIDTH - RIGHT + 36,
        at,
        at,
        WIDTH - RIGHT + 42,
        at + 4,
        line.name);
  }

  private static double across(double share) {
    return LEFT + (WIDTH - RIGHT - LEFT) * share;
  }

  private static double down(double share) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share;
  }

  private static void add(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
