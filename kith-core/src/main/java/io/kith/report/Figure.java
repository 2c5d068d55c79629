package io.kith.report;

import java.util.List;
import java.util.Optional;

/**
 * A chart with all that belongs to it: what it shows in words, the numbers behind it, what was
 * claimed of it.
 *
 * @param id names it in the page and in file names: small letters, digits and dashes
 * @param description what a reader who cannot see it should know
 */
public record Figure(
    String id,
    String title,
    String description,
    Chart chart,
    Optional<DataTable> table,
    String note,
    List<Claim> claims) {
  public Figure {
    if (!id.matches("[a-z0-9-]+")) {
      throw new IllegalArgumentException(
          "id must be of small letters, digits and dashes, but was " + id);
    }
    claims = List.copyOf(claims);
  }

  public static Figure of(
      String id, String title, String description, Chart chart, DataTable table) {
    return new Figure(id, title, description, chart, Optional.of(table), "", List.of());
  }

  public Figure withNote(String note) {
    return new Figure(id, title, description, chart, table, note, claims);
  }

  public Figure withClaims(List<Claim> claims) {
    return new Figure(id, title, description, chart, table, note, claims);
  }

  /** Without scripts the table is open and the chart's place is not there. */
  String html() {
    StringBuilder html = new StringBuilder();
    html.append("<figure id=\"").append(id).append("\">\n<figcaption><h3>");
    html.append(Html.escape(title)).append("</h3>");
    if (!note.isEmpty()) {
      html.append("<p class=\"note\">").append(Html.escape(note)).append("</p>");
    }
    html.append("</figcaption>\n<div class=\"plot\" tabindex=\"0\" role=\"group\"");
    html.append(" aria-roledescription=\"chart\" aria-label=\"");
    html.append(Html.escape(title + ". " + description)).append("\"></div>\n");
    html.append("<div class=\"tools\">");
    button(html, "svg", "SVG");
    button(html, "csv", "CSV");
    html.append("</div>\n");
    claims.forEach(claim -> html.append(html(claim)));
    table.ifPresent(
        numbers ->
            html.append("<details open class=\"numbers\"><summary>Numbers</summary>\n")
                .append(numbers.html())
                .append("</details>\n"));
    return html.append("</figure>\n").toString();
  }

  private void button(StringBuilder html, String form, String name) {
    html.append("<button type=\"button\" data-save=\"").append(form);
    html.append("\" aria-label=\"Download ").append(Html.escape(title)).append(" as ");
    html.append(name).append("\">").append(name).append("</button>");
  }

  private static String html(Claim claim) {
    String kind = claim.verdict().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    return "<dl class=\"claim "
        + kind
        + "\"><dt>The paper</dt><dd>"
        + Html.escape(claim.paper())
        + "</dd><dt>This run</dt><dd>"
        + Html.escape(claim.measured())
        + "</dd><dt>Verdict</dt><dd class=\"verdict\">"
        + claim.verdict()
        + "</dd></dl>\n";
  }
}
