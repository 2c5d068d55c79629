package io.kith.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A small line chart as inline SVG: axes with round numbers, a legend that does not rely on colour
 * alone, a title for screen readers.
 *
 * <p>Colours are the palette of Okabe and Ito, told apart also by colour-blind readers.
 */
final class LineChart {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 300;
  private static final int LEFT = 56;
  private static final int RIGHT = 150;
  private static final int TOP = 12;
  private static final int BOTTOM = 40;
  private static final String[] COLORS = {
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
  };
  private static final String[] DASHES = {"", "7 3", "2 3", "10 3 2 3", "4 2", "1 2"};

  private record Line(String name, double[] x, double[] y) {}

  private final String title;
  private final String xName;
  private final String yName;
  private final boolean percent;
  private final List<Line> lines = new ArrayList<>();

  LineChart(String title, String xName, String yName, boolean percent) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
    this.percent = percent;
  }

  LineChart line(String name, double[] x, double[] y) {
    lines.add(new Line(name, x, y));
    return this;
  }

  String svg() {
    double[] xRange = range(true);
    double[] yRange = range(false);
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg class=\"chart\" role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\">%n",
            Html.escape(title),
            WIDTH,
            HEIGHT));
    svg.append("<title>").append(Html.escape(title)).append("</title>\n");
    for (double tick : ticks(yRange[0], yRange[1])) {
      double y = y(tick, yRange);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                  + "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>%n",
              LEFT,
              WIDTH - RIGHT,
              y,
              y,
              LEFT - 6,
              y + 4,
              number(tick)));
    }
    for (double tick : ticks(xRange[0], xRange[1])) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
              x(tick, xRange),
              HEIGHT - BOTTOM + 16,
              plain(tick)));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text class=\"tick\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>"
                + "<text class=\"tick\" transform=\"translate(12 %d) rotate(-90)\""
                + " text-anchor=\"middle\">%s</text>%n",
            (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 6,
            Html.escape(xName),
            (TOP + HEIGHT - BOTTOM) / 2,
            Html.escape(yName)));
    for (int i = 0; i < lines.size(); i++) {
      draw(svg, i, xRange, yRange);
    }
    return svg.append("</svg>\n").toString();
  }

  private void draw(StringBuilder svg, int index, double[] xRange, double[] yRange) {
    Line line = lines.get(index);
    String style =
        String.format(
            Locale.ROOT,
            "stroke=\"%s\" stroke-dasharray=\"%s\"",
            COLORS[index % COLORS.length],
            DASHES[index % DASHES.length]);
    svg.append("<polyline class=\"line\" ").append(style).append(" points=\"");
    for (int p = 0; p < line.x.length; p++) {
      svg.append(
          String.format(Locale.ROOT, "%.1f,%.1f ", x(line.x[p], xRange), y(line.y[p], yRange)));
    }
    int y = TOP + 10 + 20 * index;
    svg.append(
        String.format(
            Locale.ROOT,
            "\"/>%n<line class=\"line\" %s x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>"
                + "<text class=\"tick\" x=\"%d\" y=\"%d\">%s</text>%n",
            style,
            WIDTH - RIGHT + 12,
            WIDTH - RIGHT + 40,
            y,
            y,
            WIDTH - RIGHT + 46,
            y + 4,
            Html.escape(line.name)));
  }

  private double[] range(boolean horizontal) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Line line : lines) {
      for (double value : horizontal ? line.x : line.y) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    if (!(low <= high)) {
      return new double[] {0, 1};
    }
    double margin = high > low ? (horizontal ? 0 : 0.05 * (high - low)) : Math.max(1e-9, 0.5);
    return new double[] {low - margin, high + margin};
  }

  /** Round numbers, 1, 2 or 5 times a power of ten apart, about five of them. */
  static double[] ticks(double low, double high) {
    double raw = (high - low) / 5;
    double power = Math.pow(10, Math.floor(Math.log10(raw)));
    double step =
        raw / power < 1.5
            ? power
            : raw / power < 3.5 ? 2 * power : raw / power < 7.5 ? 5 * power : 10 * power;
    List<Double> ticks = new ArrayList<>();
    for (double tick = Math.ceil(low / step) * step; tick <= high + step * 1e-9; tick += step) {
      ticks.add(tick);
    }
    return ticks.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double x(double value, double[] range) {
    return LEFT + (WIDTH - RIGHT - LEFT) * (value - range[0]) / (range[1] - range[0]);
  }

  private static double y(double value, double[] range) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - range[0]) / (range[1] - range[0]);
  }

  private String number(double value) {
    return percent ? plain(100 * value) + " %" : plain(value);
  }

  private static String plain(double value) {
    return new java.math.BigDecimal(value)
        .round(new java.math.MathContext(4))
        .stripTrailingZeros()
        .toPlainString();
  }
}
