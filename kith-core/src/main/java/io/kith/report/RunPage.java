package io.kith.report;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The page of one run, or of several side by side in the same tables and charts. */
public final class RunPage {
  private final List<String> names;
  private final List<Run> runs;
  private final RunFigures figures;

  private RunPage(List<String> names, List<Run> runs) {
    this.names = names;
    this.runs = runs;
    this.figures = new RunFigures(names, runs);
  }

  /** Runs are named by their method, numbered where several share it. */
  public static void write(Path file, List<Run> runs) {
    write(file, runs.stream().map(Run::method).toList(), runs);
  }

  /** Runs by the given names, numbered where several share one. */
  public static void write(Path file, List<String> names, List<Run> runs) {
    if (runs.isEmpty()) {
      throw new BadInputException("a report needs at least one run: name a run folder.");
    }
    page(names, runs).write(file);
  }

  static Page page(List<String> names, List<Run> runs) {
    return new RunPage(numbered(names), List.copyOf(runs)).page();
  }

  private Page page() {
    Page page =
        new Page(
            runs.size() == 1
                ? "Kith run: " + names.get(0)
                : "Kith runs: " + String.join(", ", names),
            summary());
    result(page);
    tuning(page);
    learning(page);
    classes(page);
    graph(page);
    time(page);
    origin(page);
    return page;
  }

  private String summary() {
    Run.DataSummary data = runs.get(0).data();
    return String.format(
        "%s rows of %d features, %d classes; %s of %s training rows with a visible label (%s).",
        Html.count(data.rows()),
        data.features(),
        data.classes().size(),
        Html.count(data.visibleLabels()),
        Html.count(data.train()),
        Html.percent((double) data.visibleLabels() / data.train()));
  }

  private void result(Page page) {
    page.section("Result");
    if (runs.size() == 1) {
      page.headline(headline(runs.get(0)));
      return;
    }
    DataTable table = eachRun();
    each(table, "Test accuracy", run -> judged(run.test(), Html.percent(run.test().accuracy())));
    each(table, "Test log-loss", run -> judged(run.test(), Html.decimal(run.test().logLoss())));
    each(
        table,
        "Calibration error",
        run -> judged(run.test(), Html.percent(run.test().calibrationError())));
    each(
        table,
        "Validation accuracy",
        run -> judged(run.validation(), Html.percent(run.validation().accuracy())));
    each(table, "Labels seen", run -> Html.count(run.data().visibleLabels()));
    each(table, "Best epoch", RunPage::bestEpoch);
    each(table, "Test rows", run -> Html.count(run.test().rows()));
    each(table, "Time", run -> Html.seconds(run.allSeconds()));
    page.figure(figures.accuracies()).table(table);
  }

  private static Map<String, String> headline(Run run) {
    Map<String, String> numbers = new LinkedHashMap<>();
    numbers.put("test accuracy", judged(run.test(), Html.percent(run.test().accuracy())));
    numbers.put("test log-loss", judged(run.test(), Html.decimal(run.test().logLoss())));
    numbers.put(
        "calibration error", judged(run.test(), Html.percent(run.test().calibrationError())));
    numbers.put(
        "validation accuracy", judged(run.validation(), Html.percent(run.validation().accuracy())));
    numbers.put("labels seen", Html.count(run.data().visibleLabels()));
    numbers.put("best epoch", bestEpoch(run));
    numbers.put("test rows", Html.count(run.test().rows()));
    numbers.put("time", Html.seconds(run.allSeconds()));
    return numbers;
  }

  private static String bestEpoch(Run run) {
    int best = run.training().bestEpoch();
    return best == 0 ? "–" : best + " of " + run.training().epochs().size();
  }

  private static String judged(Run.EvaluationSummary part, String text) {
    return part.rows() == 0 ? "–" : text;
  }

  private void tuning(Page page) {
    for (int r = 0; r < runs.size(); r++) {
      String name = runs.size() == 1 ? "Options tried" : "Options tried, " + names.get(r);
      runs.get(r)
          .tuning()
          .ifPresent(
              tried ->
                  page.section(name).note(TuningTable.note(tried)).table(TuningTable.of(tried)));
    }
  }

  private void learning(Page page) {
    if (runs.stream().allMatch(run -> run.training().epochs().isEmpty())) {
      return;
    }
    page.section("Learning");
    figures.validation().ifPresent(page::figure);
    for (int r = 0; r < runs.size(); r++) {
      figures.loss(r).ifPresent(page::figure);
    }
  }

  private void classes(Page page) {
    if (runs.stream().allMatch(run -> run.test().rows() == 0)) {
      return;
    }
    page.section("Classes").figure(figures.classAccuracy());
    for (int r = 0; r < runs.size(); r++) {
      figures.confusion(r).ifPresent(page::figure);
    }
    figures.reliability().ifPresent(figure -> page.section("Calibration").figure(figure));
    for (int r = 0; r < runs.size(); r++) {
      Run run = runs.get(r);
      String name = runs.size() == 1 ? "Confidence" : "The confidence of " + names.get(r);
      run.calibration().ifPresent(scaled -> page.note(name + temperature(run, scaled)));
    }
  }

  private static String temperature(Run run, Run.CalibrationSummary scaled) {
    return String.format(
        " was scaled by a temperature of %s, fitted on validation rows: their calibration error was"
            + " %s before and is %s after.",
        Html.decimal(scaled.temperature()),
        Html.percent(scaled.errorBefore()),
        Html.percent(run.validation().calibrationError()));
  }

  private void graph(Page page) {
    if (runs.stream().noneMatch(run -> run.graph().isPresent())) {
      return;
    }
    page.section("Graph and batches");
    DataTable table = eachRun();
    each(table, "Edges", run -> of(run.graph(), g -> Html.count(g.edges())));
    each(table, "Neighbour search", run -> of(run.graph(), Run.GraphSummary::search));
    each(table, "Neighbours found", run -> of(run.graph(), g -> Html.percent(g.recall())));
    each(table, "Kernel width σ", run -> of(run.graph(), g -> Html.decimal(g.sigma())));
    each(table, "Isolated rows", run -> of(run.graph(), g -> Html.count(g.isolated())));
    each(table, "Connected components", run -> of(run.graph(), g -> Html.count(g.components())));
    each(table, "Blocks", run -> of(run.partition(), p -> Html.count(p.blocks())));
    each(
        table,
        "Rows a block",
        run -> of(run.partition(), p -> p.smallestBlock() + " to " + p.largestBlock()));
    each(
        table, "Weight cut by blocks", run -> of(run.partition(), p -> Html.percent(p.cutShare())));
    each(table, "Meta-batches", run -> of(run.batches(), b -> Html.count(b.batches())));
    each(
        table,
        "Connectivity in a batch",
        run ->
            of(
                run.batches(),
                b ->
                    Html.percent(b.connectivity())
                        + " ± "
                        + Html.percent(b.connectivityDeviation())));
    each(
        table,
        "Label entropy of a batch",
        run ->
            of(
                run.batches(),
                b -> Html.decimal(b.entropy()) + " ± " + Html.decimal(b.entropyDeviation())));
    each(
        table,
        "Label entropy of the whole set",
        run -> of(run.batches(), b -> Html.decimal(b.wholeEntropy())));
    page.table(table);
    figures.connectivity().ifPresent(page::figure);
    figures.entropy().ifPresent(page::figure);
  }

  private void time(Page page) {
    if (runs.stream().anyMatch(run -> !run.seconds().isEmpty())) {
      page.section("Time").figure(figures.time());
    }
  }

  private void origin(Page page) {
    page.section("Options and origin");
    if (runs.size() > 1) {
      options(page);
    }
    for (int r = 0; r < runs.size(); r++) {
      String command = runs.get(r).provenance().command();
      String of = runs.size() == 1 ? "" : " " + names.get(r);
      if (!command.isEmpty()) {
        page.code("To run" + of + " again:", command);
      }
    }
    page.note(
        "The same data, options and seed give the same model on any number of threads. Every option"
            + " is below; kith train DATA --options run.json takes them from a run.");
    DataTable table = eachRun();
    each(table, "Kith", run -> run.provenance().kith());
    each(table, "Engine", run -> run.provenance().engine());
    each(table, "Java", run -> run.provenance().java());
    each(table, "Machine", run -> run.provenance().machine());
    each(table, "Data fingerprint", run -> run.provenance().dataFingerprint());
    each(table, "Started", run -> run.provenance().created());
    page.table(table);
    for (int r = 0; r < runs.size(); r++) {
      page.fold(
          runs.size() == 1 ? "All options" : "All options of " + names.get(r),
          Json.text(runs.get(r).provenance().options()));
    }
  }

  /** Only what tells the runs apart. */
  private void options(Page page) {
    List<Map<String, String>> flat =
        runs.stream().map(run -> Json.leaves(run.provenance().options())).toList();
    Set<String> paths = new LinkedHashSet<>();
    flat.forEach(options -> paths.addAll(options.keySet()));
    DataTable table = eachRun();
    for (String path : paths) {
      List<String> values = flat.stream().map(options -> options.getOrDefault(path, "–")).toList();
      if (values.stream().distinct().count() > 1) {
        table.row(path, values);
      }
    }
    if (table.size() == 0) {
      page.note("The runs have the same options.");
    } else {
      page.text("Options that differ:").table(table);
    }
  }

  private DataTable eachRun() {
    DataTable table = new DataTable().column("", Unit.TEXT);
    names.forEach(name -> table.column(name, Unit.TEXT));
    return table;
  }

  private void each(DataTable table, String name, Function<Run, String> cell) {
    table.row(name, runs.stream().map(cell).toList());
  }

  private static <T> String of(Optional<T> part, Function<T, String> text) {
    return part.map(text).orElse("–");
  }

  private static List<String> numbered(List<String> names) {
    List<String> numbered = new ArrayList<>();
    for (int r = 0; r < names.size(); r++) {
      String name = names.get(r);
      numbered.add(names.indexOf(name) == names.lastIndexOf(name) ? name : name + " " + (r + 1));
    }
    return numbered;
  }
}
