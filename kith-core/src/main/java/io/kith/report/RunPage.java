package io.kith.report;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.WholeFiles;
import io.kith.train.EpochSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One or more runs as a single HTML file that needs nothing else: no network, no scripts.
 *
 * <p>Several runs stand side by side, in the same tables and charts.
 */
public final class RunPage {
  private final List<Run> runs;
  private final List<String> names;

  private RunPage(List<Run> runs) {
    this.runs = runs;
    this.names = names(runs);
  }

  public static void write(Path file, List<Run> runs) {
    if (runs.isEmpty()) {
      throw new BadInputException("a report needs at least one run: name a run folder.");
    }
    String html = new RunPage(List.copyOf(runs)).html();
    WholeFiles.write(file, out -> out.write(html.getBytes(StandardCharsets.UTF_8)));
  }

  private String html() {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>Kith: ").append(Html.escape(String.join(", ", names))).append("</title>\n");
    page.append("<style>\n").append(style()).append("</style>\n</head>\n<body>\n<main>\n");
    page.append("<h1>Kith</h1>\n");
    headline(page);
    for (int r = 0; r < runs.size(); r++) {
      String name = names.get(r);
      runs.get(r).tuning().ifPresent(tuning -> page.append(TuningTable.html(name, tuning)));
    }
    learning(page);
    graph(page);
    for (int r = 0; r < runs.size(); r++) {
      confusion(page, r);
    }
    provenance(page);
    return page.append("</main>\n</body>\n</html>\n").toString();
  }

  private void headline(StringBuilder page) {
    Run first = runs.get(0);
    page.append("<p>")
        .append(
            Html.escape(
                String.format(
                    "%s rows of %d features, %d classes; %s of %s training rows with a visible"
                        + " label (%s).",
                    Html.count(first.data().rows()),
                    first.data().features(),
                    first.data().classes().size(),
                    Html.count(first.data().visibleLabels()),
                    Html.count(first.data().train()),
                    Html.percent((double) first.data().visibleLabels() / first.data().train()))))
        .append("</p>\n");
    open(page, "Result");
    each(page, "Test accuracy", run -> Html.percent(run.test().accuracy()));
    each(page, "Test log-loss", run -> Html.decimal(run.test().logLoss()));
    each(page, "Calibration error", run -> Html.percent(run.test().calibrationError()));
    each(page, "Temperature", RunPage::temperature);
    each(page, "Validation accuracy", run -> Html.percent(run.validation().accuracy()));
    each(
        page,
        "Best epoch",
        run -> run.training().bestEpoch() + " of " + run.training().epochs().size());
    each(page, "Test rows", run -> Html.count(run.test().rows()));
    page.append("</table></div>\n");
  }

  private static String temperature(Run run) {
    return run.calibration()
        .map(
            scaled ->
                String.format(
                    "%s (validation calibration error %s before, %s after)",
                    Html.decimal(scaled.temperature()),
                    Html.percent(scaled.errorBefore()),
                    Html.percent(run.validation().calibrationError())))
        .orElse("1");
  }

  private void learning(StringBuilder page) {
    page.append("<h2>Learning</h2>\n");
    LineChart accuracy =
        new LineChart("Validation accuracy by epoch", "epoch", "validation accuracy", true);
    for (int r = 0; r < runs.size(); r++) {
      if (runs.get(r).data().validation() > 0) {
        accuracy.line(names.get(r), epochs(r), values(r, EpochSummary::validationAccuracy));
      }
    }
    page.append(accuracy.svg());
    for (int r = 0; r < runs.size(); r++) {
      LineChart loss =
          new LineChart("Loss terms by epoch, " + names.get(r), "epoch", "loss", false)
              .line("supervised", epochs(r), values(r, e -> e.loss().supervised()));
      if (runs.get(r).graph().isPresent()) {
        loss.line("graph", epochs(r), values(r, e -> e.loss().graph()));
      }
      if (values(r, e -> e.loss().entropy())[0] > 0) {
        loss.line("entropy", epochs(r), values(r, e -> e.loss().entropy()));
      }
      page.append("<h3>").append(Html.escape(names.get(r))).append("</h3>\n").append(loss.svg());
    }
  }

  private void graph(StringBuilder page) {
    if (runs.stream().noneMatch(run -> run.graph().isPresent())) {
      return;
    }
    open(page, "Graph and batches");
    each(page, "Edges", run -> of(run.graph().map(g -> Html.count(g.edges()))));
    each(page, "Neighbour search", run -> of(run.graph().map(g -> g.search())));
    each(page, "Neighbours found", run -> of(run.graph().map(g -> Html.percent(g.recall()))));
    each(page, "Kernel width σ", run -> of(run.graph().map(g -> Html.decimal(g.sigma()))));
    each(page, "Isolated rows", run -> of(run.graph().map(g -> Html.count(g.isolated()))));
    each(page, "Connected components", run -> of(run.graph().map(g -> Html.count(g.components()))));
    each(page, "Blocks", run -> of(run.partition().map(p -> Html.count(p.blocks()))));
    each(
        page,
        "Rows a block",
        run -> of(run.partition().map(p -> p.smallestBlock() + " to " + p.largestBlock())));
    each(
        page,
        "Weight cut by blocks",
        run -> of(run.partition().map(p -> Html.percent(p.cutShare()))));
    each(page, "Meta-batches", run -> of(run.batches().map(b -> Html.count(b.batches()))));
    each(
        page,
        "Connectivity in a batch",
        run ->
            of(
                run.batches()
                    .map(
                        b ->
                            Html.percent(b.connectivity())
                                + " ± "
                                + Html.percent(b.connectivityDeviation()))));
    each(
        page,
        "Label entropy of a batch (all: of the whole set)",
        run ->
            of(
                run.batches()
                    .map(
                        b ->
                            Html.decimal(b.entropy())
                                + " ± "
                                + Html.decimal(b.entropyDeviation())
                                + " (all: "
                                + Html.decimal(b.wholeEntropy())
                                + ")")));
    page.append("</table></div>\n");
    page.append("<p class=\"note\">Entropy is measured with all known labels, also those hidden")
        .append(" from training.</p>\n");
  }

  private void confusion(StringBuilder page, int r) {
    Run run = runs.get(r);
    if (run.test().rows() == 0) {
      return;
    }
    List<String> classes = run.data().classes();
    page.append("<h2>Confusion, ").append(Html.escape(names.get(r))).append("</h2>\n");
    page.append("<p class=\"note\">Rows are true classes, columns predicted ones; shares of the")
        .append(" true class, on the test rows.</p>\n");
    page.append("<div class=\"wide\"><table class=\"confusion\">\n<tr><th></th>");
    for (String name : classes) {
      page.append("<th scope=\"col\">").append(Html.escape(name)).append("</th>");
    }
    page.append("<th scope=\"col\">right</th></tr>\n");
    for (int actual = 0; actual < classes.size(); actual++) {
      List<Integer> counts = run.test().confusion().get(actual);
      int all = counts.stream().mapToInt(Integer::intValue).sum();
      page.append("<tr><th scope=\"row\">")
          .append(Html.escape(classes.get(actual)))
          .append("</th>");
      for (int count : counts) {
        long share = all == 0 ? 0 : Math.round(100.0 * count / all);
        page.append("<td style=\"--share:").append(share).append("%\">");
        page.append(share == 0 ? "" : Long.toString(share)).append("</td>");
      }
      page.append("<td>")
          .append(all == 0 ? "–" : Html.percent((double) counts.get(actual) / all))
          .append("</td></tr>\n");
    }
    page.append("</table></div>\n");
  }

  private void provenance(StringBuilder page) {
    open(page, "Time and origin");
    Set<String> stages = new LinkedHashSet<>();
    runs.forEach(run -> stages.addAll(run.seconds().keySet()));
    for (String stage : stages) {
      each(
          page,
          "Time of " + stage,
          run -> run.seconds().containsKey(stage) ? Html.seconds(run.seconds().get(stage)) : "–");
    }
    each(page, "Kith", run -> run.provenance().kith());
    each(page, "Engine", run -> run.provenance().engine());
    each(page, "Java", run -> run.provenance().java());
    each(page, "Machine", run -> run.provenance().machine());
    each(page, "Data fingerprint", run -> run.provenance().dataFingerprint());
    each(page, "When", run -> run.provenance().created());
    page.append("</table></div>\n");
    for (int r = 0; r < runs.size(); r++) {
      String command = runs.get(r).provenance().command();
      page.append("<details><summary>Options of ")
          .append(Html.escape(names.get(r)))
          .append("</summary>\n");
      if (!command.isEmpty()) {
        page.append("<pre>").append(Html.escape(command)).append("</pre>\n");
      }
      page.append("<pre>")
          .append(Html.escape(Json.text(runs.get(r).provenance().options())))
          .append("</pre></details>\n");
    }
  }

  private void open(StringBuilder page, String heading) {
    page.append("<h2>").append(Html.escape(heading)).append("</h2>\n");
    page.append("<div class=\"wide\"><table>\n<tr><th></th>");
    for (String name : names) {
      page.append("<th scope=\"col\">").append(Html.escape(name)).append("</th>");
    }
    page.append("</tr>\n");
  }

  private void each(StringBuilder page, String name, Function<Run, String> cell) {
    page.append(Html.row(name, runs.stream().map(cell).toList()));
  }

  private double[] epochs(int run) {
    return values(run, EpochSummary::epoch);
  }

  private double[] values(int run, ToDoubleFunction<EpochSummary> value) {
    return runs.get(run).training().epochs().stream().mapToDouble(value).toArray();
  }

  private static String of(java.util.Optional<String> text) {
    return text.orElse("–");
  }

  /** The method's name, numbered where several runs share it. */
  private static List<String> names(List<Run> runs) {
    List<String> names = new ArrayList<>();
    for (int r = 0; r < runs.size(); r++) {
      String method = runs.get(r).method();
      long alike = runs.stream().filter(run -> run.method().equals(method)).count();
      names.add(alike > 1 ? method + " " + (r + 1) : method);
    }
    return names;
  }

  private static String style() {
    try (InputStream css = RunPage.class.getResourceAsStream("page.css")) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("page.css is part of Kith", e);
    }
  }
}
