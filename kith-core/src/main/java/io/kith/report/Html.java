package io.kith.report;

import java.util.Locale;

/** Text and numbers as they stand in a page. */
final class Html {
  private Html() {}

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** One digit after the point; two below one per cent. */
  static String percent(double share) {
    if (Double.isNaN(share)) {
      return "–";
    }
    return String.format(
        Locale.ROOT, share > 0 && share < 0.00995 ? "%.2f %%" : "%.1f %%", 100 * share);
  }

  static String decimal(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.3f", value);
  }

  /** Digits in groups of three. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Seconds below two minutes, then minutes, then hours. */
  static String seconds(double value) {
    if (value < 120) {
      return String.format(Locale.ROOT, value < 10 ? "%.1f s" : "%.0f s", value);
    }
    return value < 7200
        ? String.format(Locale.ROOT, "%.1f min", value / 60)
        : String.format(Locale.ROOT, "%.1f h", value / 3600);
  }

  /** A row of a table: its name, then a cell for each value. */
  static String row(String name, Iterable<String> cells) {
    StringBuilder row = new StringBuilder("<tr><th scope=\"row\">" + escape(name) + "</th>");
    for (String cell : cells) {
      row.append("<td>").append(escape(cell)).append("</td>");
    }
    return row.append("</tr>\n").toString();
  }
}
