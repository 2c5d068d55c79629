package io.kith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Draws ratios to a peer over the size of blocks, side by side; the line at 1 is the peer. */
final class RatioPlot {
  private static final int WIDTH = 420;
  private static final int HEIGHT = 240;
  private static final int MARGIN = 40;
  private static final double HIGHEST = 1.2;
  private static final String[] COLORS = {"#0072B2", "#D55E00", "#009E73", "#CC79A7"};

  private RatioPlot() {}

  /** For each panel its lines, and for each line its points: block size and ratio. */
  static void write(Path file, Map<String, Map<String, List<double[]>>> panels) throws IOException {
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"11\">%n"
            + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
        WIDTH * panels.size(),
        HEIGHT);
    int panel = 0;
    for (Map.Entry<String, Map<String, List<double[]>>> entry :
        new TreeMap<>(panels).descendingMap().entrySet()) {
      add(svg, "<g transform=\"translate(%d 0)\">%n", WIDTH * panel++);
      axes(svg, entry.getKey(), entry.getValue());
      lines(svg, entry.getValue());
      svg.append("</g>\n");
    }
    Files.writeString(file, svg.append("</svg>\n"));
  }

  private static void axes(StringBuilder svg, String title, Map<String, List<double[]>> lines) {
    add(
        svg,
        "<text x=\"%d\" y=\"14\" text-anchor=\"middle\">%s</text>%n"
            + "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">rows a block</text>%n",
        WIDTH / 2,
        title,
        WIDTH / 2,
        HEIGHT - 6);
    for (double ratio = 0; ratio <= HIGHEST; ratio += 0.25) {
      add(
          svg,
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n"
              + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.2f</text>%n",
          MARGIN,
          WIDTH - 10,
          y(ratio),
          y(ratio),
          ratio == 1 ? "black" : "#ddd",
          MARGIN - 4,
          y(ratio) + 4,
          ratio);
    }
    for (double[] point : lines.values().iterator().next()) {
      add(
          svg,
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f</text>%n",
          x(point[0]),
          HEIGHT - 22,
          point[0]);
    }
  }

  private static void lines(StringBuilder svg, Map<String, List<double[]>> lines) {
    int line = 0;
    for (Map.Entry<String, List<double[]>> entry : lines.entrySet()) {
      String color = COLORS[line % COLORS.length];
      StringBuilder points = new StringBuilder();
      for (double[] point : entry.getValue()) {
        add(points, "%.1f,%.1f ", x(point[0]), y(point[1]));
        add(
            svg,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n",
            x(point[0]),
            y(point[1]),
            color);
      }
      add(
          svg,
          "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\"/>%n"
              + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"%s\">%s</text>%n",
          points,
          color,
          WIDTH - 14,
          y(0) - 8 - 14 * line++,
          color,
          entry.getKey());
    }
  }

  /** Block sizes by their logarithm, 16 to 2048. */
  private static double x(double size) {
    double at = (Math.log(size) - Math.log(16)) / (Math.log(2048) - Math.log(16));
    return MARGIN + at * (WIDTH - 10 - MARGIN);
  }

  private static double y(double ratio) {
    return HEIGHT - MARGIN - Math.min(ratio, HIGHEST) / HIGHEST * (HEIGHT - MARGIN - 24);
  }

  private static void add(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}
