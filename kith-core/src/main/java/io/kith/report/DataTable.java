package io.kith.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The numbers behind a figure: rounded in a page, in full in a CSV file.
 *
 * <p>The first column names the row. Not for sharing between threads while rows are added.
 */
public final class DataTable {
  private record Column(String name, Unit unit) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<Object>> rows = new ArrayList<>();

  public DataTable column(String name, Unit unit) {
    if (!rows.isEmpty()) {
      throw new IllegalStateException("columns must be named before rows are added");
    }
    columns.add(new Column(name, unit));
    return this;
  }

  /** Adds a row of texts and numbers, one for each column; null where there is no value. */
  public DataTable row(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "values must be " + columns.size() + ", one for each column, but were " + values.length);
    }
    rows.add(Collections.unmodifiableList(Arrays.asList(values.clone())));
    return this;
  }

  public DataTable row(String name, List<?> values) {
    List<Object> cells = new ArrayList<>();
    cells.add(name);
    cells.addAll(values);
    return row(cells.toArray());
  }

  public int size() {
    return rows.size();
  }

  String html() {
    StringBuilder html =
        new StringBuilder("<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>");
    for (Column column : columns) {
      html.append("<th scope=\"col\">").append(Html.escape(column.name)).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<Object> row : rows) {
      List<String> cells = new ArrayList<>();
      for (int c = 1; c < row.size(); c++) {
        cells.add(columns.get(c).unit.format(row.get(c)));
      }
      html.append(Html.row(columns.get(0).unit.format(row.get(0)), cells));
    }
    return html.append("</tbody></table></div>\n").toString();
  }

  /** Comma-separated values as in RFC 4180, with a header. */
  public String csv() {
    StringBuilder csv = new StringBuilder();
    line(csv, columns.stream().map(c -> (Object) c.name).toList());
    rows.forEach(row -> line(csv, row));
    return csv.toString();
  }

  private static void line(StringBuilder csv, List<Object> values) {
    for (int i = 0; i < values.size(); i++) {
      csv.append(i == 0 ? "" : ",").append(cell(values.get(i)));
    }
    csv.append("\r\n");
  }

  private static String cell(Object value) {
    if (value == null || value instanceof Double number && number.isNaN()) {
      return "";
    }
    String text = value instanceof Double ? String.format(Locale.ROOT, "%.6g", value) : "" + value;
    return text.matches("(?s).*[\",\r\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}
