package io.kith.report;

import io.kith.base.Json;
import io.kith.base.WholeFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One HTML file that needs nothing else: styles, scripts, charts and numbers are inside, and its
 * security policy forbids every request.
 *
 * <p>Charts are drawn by Apache ECharts. Where scripts do not run, the tables stand open. Not for
 * sharing between threads.
 */
public final class Page {
  private static final String ALONE = "connect-src 'none'";
  private static final String LIVE = "connect-src 'self'";

  /** What the script needs of a figure; the rest is in the page itself. */
  private record Drawing(String title, String description, Chart chart, String csv) {}

  /** A piece of the page that is replaced as a whole when it changes. */
  private record Section(
      String id, String title, StringBuilder html, Map<String, Drawing> figures) {
    String wrapped() {
      return "<section id=\""
          + id
          + "\" aria-labelledby=\""
          + id
          + "-title\">\n<h2 id=\""
          + id
          + "-title\">"
          + Html.escape(title)
          + "</h2>\n"
          + html
          + "</section>\n";
    }
  }

  private final String title;
  private final String summary;
  private final List<Section> sections = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();

  /**
   * Begins a page.
   *
   * @param summary one or two sentences under the title
   */
  public Page(String title, String summary) {
    this.title = title;
    this.summary = summary;
  }

  /** Begins a section; what is added next stands in it. */
  public Page section(String name) {
    String id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    sections.add(new Section(id, name, new StringBuilder(), new LinkedHashMap<>()));
    return this;
  }

  public Page text(String paragraph) {
    return add("<p>" + Html.escape(paragraph) + "</p>\n");
  }

  public Page note(String paragraph) {
    return add("<p class=\"note\">" + Html.escape(paragraph) + "</p>\n");
  }

  /** Large numbers, each with its name below. */
  public Page headline(Map<String, String> numbers) {
    StringBuilder html = new StringBuilder("<dl class=\"headline\">\n");
    numbers.forEach(
        (name, value) ->
            html.append("<div><dt>")
                .append(Html.escape(name))
                .append("</dt><dd>")
                .append(Html.escape(value))
                .append("</dd></div>\n"));
    return add(html.append("</dl>\n").toString());
  }

  public Page table(DataTable table) {
    return add(table.html());
  }

  /** A command or file content, with a button that copies it. */
  public Page code(String caption, String text) {
    return add(
        "<div class=\"code\"><p>"
            + Html.escape(caption)
            + " <button type=\"button\" data-copy>Copy</button></p><pre tabindex=\"0\">"
            + Html.escape(text)
            + "</pre></div>\n");
  }

  /** Something long that is closed at first. */
  public Page fold(String name, String text) {
    return add(
        "<details><summary>"
            + Html.escape(name)
            + "</summary><pre tabindex=\"0\">"
            + Html.escape(text)
            + "</pre></details>\n");
  }

  public Page figure(Figure figure) {
    Drawing drawing =
        new Drawing(
            figure.title(),
            figure.description(),
            figure.chart(),
            figure.table().map(DataTable::csv).orElse(""));
    if (last().figures.put(figure.id(), drawing) != null) {
      throw new IllegalArgumentException("there are two figures with the id " + figure.id());
    }
    figures.add(figure);
    return add(figure.html());
  }

  /** The figures so far. */
  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  public void write(Path file) {
    String html = html(false);
    WholeFiles.write(file, out -> out.write(html.getBytes(StandardCharsets.UTF_8)));
  }

  /** The whole page; a live one asks its server for changes. */
  String html(boolean live) {
    StringBuilder page = new StringBuilder(1 << 21);
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';");
    page.append(" style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; ");
    page.append(live ? LIVE : ALONE).append("\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    page.append("<title>").append(Html.escape(title)).append("</title>\n");
    page.append("<style>\n").append(resource("page.css")).append("</style>\n</head>\n");
    page.append(live ? "<body data-live>\n" : "<body>\n");
    page.append("<a class=\"skip\" href=\"#content\">To the content</a>\n<header>\n<h1>");
    page.append(Html.escape(title)).append("</h1>\n<p id=\"summary\">");
    page.append(Html.escape(summary)).append("</p>\n");
    page.append("<p id=\"live\" role=\"status\" hidden></p>\n");
    page.append("<nav aria-label=\"Sections\">").append(navigation()).append("</nav>\n</header>\n");
    page.append("<main id=\"content\">\n");
    sections.forEach(section -> page.append(section.wrapped()));
    page.append("</main>\n<p id=\"spoken\" class=\"unseen\" aria-live=\"polite\"></p>\n");
    Map<String, Drawing> drawings = new LinkedHashMap<>();
    sections.forEach(section -> drawings.putAll(section.figures));
    page.append("<script type=\"application/json\" id=\"figures\">");
    page.append(script(drawings)).append("</script>\n");
    page.append("<script>").append(resource("echarts.min.js")).append("</script>\n");
    page.append("<script>").append(resource("page.js")).append("</script>\n");
    return page.append("</body>\n</html>\n").toString();
  }

  /** The page's changing parts as one line of JSON. */
  String state() {
    List<Map<String, Object>> parts = new ArrayList<>();
    for (Section section : sections) {
      parts.add(Map.of("id", section.id, "html", section.wrapped(), "figures", section.figures));
    }
    return script(Map.of("summary", summary, "navigation", navigation(), "sections", parts));
  }

  private String navigation() {
    StringBuilder links = new StringBuilder();
    sections.forEach(
        section ->
            links
                .append("<a href=\"#")
                .append(section.id)
                .append("\">")
                .append(Html.escape(section.title))
                .append("</a> "));
    return links.toString();
  }

  private Page add(String html) {
    last().html.append(html);
    return this;
  }

  private Section last() {
    if (sections.isEmpty()) {
      throw new IllegalStateException("a section must be begun first");
    }
    return sections.get(sections.size() - 1);
  }

  /** JSON that ends no script element. */
  private static String script(Object value) {
    return Json.tree(value).toString().replace("<", "\\u003c");
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " must be part of Kith, but is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is part of Kith", e);
    }
  }
}
