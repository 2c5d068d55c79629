package io.kith.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws the table of {@code kith batches --histograms} as the paper draws its figures 1c, 2a and
 * 2b: the share of batches over connectivity, and over label entropy.
 */
public final class HistogramPlot {
  private static final int WIDTH = 420;
  private static final int HEIGHT = 220;
  private static final int MARGIN = 40;
  private static final String[] COLORS = {"#0072B2", "#D55E00", "#009E73", "#CC79A7"};

  private HistogramPlot() {}

  public static void main(String[] args) throws IOException {
    Map<String, Map<String, double[][]>> panels = read(Path.of(args[0]));
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " font-family=\"sans-serif\" font-size=\"11\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
            WIDTH * panels.size(),
            HEIGHT));
    int panel = 0;
    for (Map.Entry<String, Map<String, double[][]>> entry : panels.entrySet()) {
      svg.append("<g transform=\"translate(").append(WIDTH * panel++).append(" 0)\">\n");
      draw(svg, entry.getKey(), entry.getValue());
      svg.append("</g>\n");
    }
    Files.writeString(Path.of(args[1]), svg.append("</svg>\n"));
  }

  /** For each measure and kind of batch where the bins begin and end, and how much is in them. */
  private static Map<String, Map<String, double[][]>> read(Path file) throws IOException {
    Map<String, Map<String, double[][]>> panels = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(file);
    Map<String, Integer> filled = new LinkedHashMap<>();
    int bins = (int) lines.stream().filter(l -> l.startsWith("connectivity,random,")).count();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      double[][] bars =
          panels
              .computeIfAbsent(cells[0], m -> new LinkedHashMap<>())
              .computeIfAbsent(cells[1], b -> new double[bins][]);
      int bin = filled.merge(cells[0] + "," + cells[1], 1, Integer::sum) - 1;
      bars[bin] =
          new double[] {
            Double.parseDouble(cells[2]), Double.parseDouble(cells[3]), Double.parseDouble(cells[4])
          };
    }
    return panels;
  }

  private static void draw(StringBuilder svg, String measure, Map<String, double[][]> kinds) {
    double[][] any = kinds.values().iterator().next();
    double end = any[any.length - 1][1];
    int kind = 0;
    for (Map.Entry<String, double[][]> entry : kinds.entrySet()) {
      double total = 0;
      for (double[] bar : entry.getValue()) {
        total += bar[2];
      }
      StringBuilder points = new StringBuilder(at(0, end, 0));
      for (double[] bar : entry.getValue()) {
        points.append(at(bar[0], end, bar[2] / total)).append(at(bar[1], end, bar[2] / total));
      }
      points.append(at(end, end, 0));
      svg.append(
          String.format(
              Locale.ROOT,
              "<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"0.25\" stroke=\"%s\"/>%n"
                  + "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%s</text>%n",
              points,
              COLORS[kind],
              COLORS[kind],
              WIDTH * 3 / 5,
              24 + 14 * kind,
              COLORS[kind],
              entry.getKey()));
      kind++;
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\">0</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.2f</text>"
                + "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>"
                + "<text x=\"4\" y=\"10\">√ share of batches</text>%n",
            MARGIN,
            HEIGHT - 24,
            WIDTH - 10,
            HEIGHT - 24,
            end,
            WIDTH / 2,
            HEIGHT - 10,
            measure));
  }

  /** Shares are drawn by their square root, as a spike would hide the rest. */
  private static String at(double x, double end, double share) {
    return String.format(
        Locale.ROOT,
        "%.1f,%.1f ",
        MARGIN + x / end * (WIDTH - 10 - MARGIN),
        HEIGHT - MARGIN - Math.sqrt(share) * (HEIGHT - MARGIN - 12));
  }
}
