package io.kith.report;

import io.kith.train.EpochSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The figures of one run, or of several in the same axes. */
final class RunFigures {
  private final List<String> names;
  private final List<Run> runs;

  RunFigures(List<String> names, List<Run> runs) {
    this.names = names;
    this.runs = runs;
  }

  Figure accuracies() {
    DataTable table =
        new DataTable()
            .column("run", Unit.TEXT)
            .column("validation accuracy", Unit.PERCENT)
            .column("test accuracy", Unit.PERCENT);
    for (int r = 0; r < runs.size(); r++) {
      table.row(names.get(r), accuracy(runs.get(r).validation()), accuracy(runs.get(r).test()));
    }
    BarChart chart =
        new BarChart(Axis.of("accuracy", Unit.PERCENT), names, false)
            .group("test", eachRun(run -> accuracy(run.test())))
            .group("validation", eachRun(run -> accuracy(run.validation())));
    String best =
        IntStream.range(0, runs.size())
            .boxed()
            .max(Comparator.comparingDouble(r -> runs.get(r).test().accuracy()))
            .map(r -> names.get(r) + " with " + Html.percent(runs.get(r).test().accuracy()))
            .orElseThrow();
    return Figure.of(
        "accuracies", "Accuracy of each run", "Highest on test rows: " + best + ".", chart, table);
  }

  /** Validation accuracy by epoch; absent where nothing was validated. */
  Optional<Figure> validation() {
    LineChart chart =
        new LineChart(Axis.of("epoch", Unit.COUNT), Axis.of("validation accuracy", Unit.PERCENT));
    DataTable table =
        new DataTable()
            .column("epoch", Unit.COUNT)
            .column("run", Unit.TEXT)
            .column("validation accuracy", Unit.PERCENT)
            .column("validation log-loss", Unit.DECIMAL)
            .column("learning rate", Unit.TEXT)
            .column("seconds", Unit.SECONDS);
    List<String> words = new ArrayList<>();
    for (int r = 0; r < runs.size(); r++) {
      List<EpochSummary> epochs = runs.get(r).training().epochs();
      if (runs.get(r).data().validation() == 0 || epochs.isEmpty()) {
        continue;
      }
      chart = chart.line(names.get(r), epochs(r), values(r, EpochSummary::validationAccuracy));
      for (EpochSummary epoch : epochs) {
        table.row(
            epoch.epoch(),
            names.get(r),
            epoch.validationAccuracy(),
            epoch.validationLogLoss(),
            String.format(java.util.Locale.ROOT, "%.2g", epoch.learningRate()),
            epoch.seconds());
      }
      words.add(
          String.format(
              "%s goes from %s to %s in %d epochs",
              names.get(r),
              Html.percent(epochs.get(0).validationAccuracy()),
              Html.percent(epochs.get(epochs.size() - 1).validationAccuracy()),
              epochs.size()));
    }
    if (words.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Figure.of(
            "validation-accuracy",
            "Validation accuracy by epoch",
            String.join("; ", words) + ".",
            chart,
            table));
  }

  /** Each term of the loss by epoch; terms that are zero throughout are left out. */
  Optional<Figure> loss(int r) {
    List<EpochSummary> epochs = runs.get(r).training().epochs();
    if (epochs.isEmpty()) {
      return Optional.empty();
    }
    LineChart chart = new LineChart(Axis.of("epoch", Unit.COUNT), Axis.of("loss", Unit.DECIMAL));
    DataTable table =
        new DataTable()
            .column("epoch", Unit.COUNT)
            .column("supervised", Unit.DECIMAL)
            .column("graph", Unit.DECIMAL)
            .column("entropy", Unit.DECIMAL)
            .column("penalty", Unit.DECIMAL)
            .column("total", Unit.DECIMAL);
    for (EpochSummary epoch : epochs) {
      table.row(
          epoch.epoch(),
          epoch.loss().supervised(),
          epoch.loss().graph(),
          epoch.loss().entropy(),
          epoch.loss().penalty(),
          epoch.loss().total());
    }
    chart = term(chart, r, "supervised", e -> e.loss().supervised());
    chart = term(chart, r, "graph", e -> e.loss().graph());
    chart = term(chart, r, "entropy", e -> e.loss().entropy());
    chart = term(chart, r, "penalty", e -> e.loss().penalty());
    if (chart.lines().size() > 1) {
      chart = chart.line("total", epochs(r), values(r, e -> e.loss().total()));
    }
    return Optional.of(
        Figure.of(
            "loss-" + (r + 1),
            "Loss by epoch, term by term" + of(r),
            String.format(
                "The total goes from %s to %s.",
                Html.decimal(epochs.get(0).loss().total()),
                Html.decimal(epochs.get(epochs.size() - 1).loss().total())),
            chart,
            table));
  }

  private LineChart term(
      LineChart chart, int r, String name, ToDoubleFunction<EpochSummary> value) {
    double[] values = values(r, value);
    for (double v : values) {
      if (v != 0) {
        return chart.line(name, epochs(r), values);
      }
    }
    return chart;
  }

  /** Classes by falling accuracy of the first run that was tested. */
  Figure classAccuracy() {
    Set<String> all = new LinkedHashSet<>();
    runs.forEach(run -> all.addAll(run.data().classes()));
    Run first = runs.stream().filter(run -> run.test().rows() > 0).findFirst().orElseThrow();
    List<String> classes = new ArrayList<>(all);
    classes.removeIf(name -> runs.stream().allMatch(run -> classRows(run, name) == 0));
    classes.sort(
        Comparator.comparingDouble(
            name -> Double.isNaN(classAccuracy(first, name)) ? 1 : -classAccuracy(first, name)));
    DataTable table = new DataTable().column("class", Unit.TEXT).column("test rows", Unit.COUNT);
    names.forEach(
        name -> table.column("accuracy" + (names.size() > 1 ? ", " + name : ""), Unit.PERCENT));
    for (String name : classes) {
      List<Object> cells = new ArrayList<>();
      cells.add(classRows(first, name));
      runs.forEach(run -> cells.add(classAccuracy(run, name)));
      table.row(name, cells);
    }
    BarChart chart = new BarChart(Axis.of("accuracy", Unit.PERCENT), classes, false);
    for (int r = 0; r < runs.size(); r++) {
      Run run = runs.get(r);
      chart =
          chart.group(
              names.get(r), classes.stream().mapToDouble(c -> classAccuracy(run, c)).toArray());
    }
    return Figure.of(
        "class-accuracy",
        "Accuracy of each class",
        String.format(
            "Best is %s with %s, worst %s with %s, on test rows.",
            classes.get(0),
            Html.percent(classAccuracy(first, classes.get(0))),
            classes.get(classes.size() - 1),
            Html.percent(classAccuracy(first, classes.get(classes.size() - 1)))),
        chart,
        table);
  }

  Optional<Figure> confusion(int r) {
    Run run = runs.get(r);
    if (run.test().rows() == 0) {
      return Optional.empty();
    }
    List<String> classes = run.data().classes();
    DataTable table = new DataTable().column("true class", Unit.TEXT);
    classes.forEach(name -> table.column(name, Unit.COUNT));
    List<double[]> shares = new ArrayList<>();
    String worst = "";
    double most = 0;
    for (int actual = 0; actual < classes.size(); actual++) {
      List<Integer> counts = run.test().confusion().get(actual);
      table.row(classes.get(actual), counts);
      int all = counts.stream().mapToInt(Integer::intValue).sum();
      double[] row = counts.stream().mapToDouble(n -> all == 0 ? 0 : (double) n / all).toArray();
      shares.add(Chart.rounded(row));
      for (int predicted = 0; predicted < row.length; predicted++) {
        if (predicted != actual && row[predicted] > most) {
          most = row[predicted];
          worst = classes.get(actual) + " taken for " + classes.get(predicted);
        }
      }
    }
    return Optional.of(
        Figure.of(
                "confusion-" + (r + 1),
                "Confusion of classes" + of(r),
                worst.isEmpty()
                    ? "No test row was taken for another class."
                    : "Most frequent mistake: "
                        + worst
                        + ", "
                        + Html.percent(most)
                        + " of the class.",
                new HeatMap("true class", "predicted class", classes, classes, shares),
                table)
            .withNote("Shares of the true class on the test rows; the numbers below are counts."));
  }

  /** Accuracy over confidence; absent in runs of versions that did not measure it. */
  Optional<Figure> reliability() {
    LineChart chart =
        new LineChart(Axis.of("confidence", Unit.PERCENT), Axis.of("accuracy", Unit.PERCENT))
            .reference("as sure as right", new double[] {0, 1}, new double[] {0, 1});
    DataTable table =
        new DataTable()
            .column("run", Unit.TEXT)
            .column("mean confidence", Unit.PERCENT)
            .column("accuracy", Unit.PERCENT)
            .column("test rows", Unit.COUNT);
    List<String> words = new ArrayList<>();
    for (int r = 0; r < runs.size(); r++) {
      List<Run.ConfidenceBin> bins = runs.get(r).test().reliability();
      if (bins.isEmpty()) {
        continue;
      }
      chart =
          chart.line(
              names.get(r),
              bins.stream().mapToDouble(Run.ConfidenceBin::confidence).toArray(),
              bins.stream().mapToDouble(Run.ConfidenceBin::accuracy).toArray());
      for (Run.ConfidenceBin bin : bins) {
        table.row(names.get(r), bin.confidence(), bin.accuracy(), bin.rows());
      }
      words.add(
          names.get(r)
              + " is off by "
              + Html.percent(runs.get(r).test().calibrationError())
              + " on average");
    }
    if (words.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Figure.of(
                "reliability",
                "How far confidence can be trusted",
                String.join("; ", words) + ".",
                chart,
                table)
            .withNote(
                "Test rows of similar confidence together. Below the dashed line the model is surer"
                    + " than it is right."));
  }

  Optional<Figure> connectivity() {
    return spread(
        "batch-connectivity",
        "Connectivity of meta-batches",
        Axis.of("share of neighbours in the same batch", Unit.PERCENT),
        Run.BatchSummary::connectivitySpread,
        List.of());
  }

  Optional<Figure> entropy() {
    List<Double> whole =
        runs.stream()
            .flatMap(run -> run.batches().stream())
            .map(Run.BatchSummary::wholeEntropy)
            .distinct()
            .toList();
    return spread(
            "batch-entropy",
            "Label entropy of meta-batches",
            Axis.of("label entropy, nats", Unit.DECIMAL),
            Run.BatchSummary::entropySpread,
            whole)
        .map(
            figure ->
                figure.withNote(
                    "Measured with all known labels, also those hidden from training."));
  }

  private Optional<Figure> spread(
      String id,
      String title,
      Axis axis,
      Function<Run.BatchSummary, Run.Spread> choice,
      List<Double> whole) {
    HistogramChart chart = new HistogramChart(axis);
    DataTable table =
        new DataTable()
            .column("run", Unit.TEXT)
            .column("from", Unit.DECIMAL)
            .column("to", Unit.DECIMAL)
            .column("batches", Unit.COUNT);
    Set<String> drawn = new LinkedHashSet<>();
    for (int r = 0; r < runs.size(); r++) {
      Optional<Run.Spread> measured = runs.get(r).batches().map(choice);
      if (measured.isEmpty() || measured.get().counts().isEmpty()) {
        continue;
      }
      Run.Spread spread = measured.get();
      int bins = spread.counts().size();
      chart =
          chart.spread(
              names.get(r),
              spread.low(),
              spread.high(),
              spread.counts().stream().mapToInt(Integer::intValue).toArray());
      double width = (spread.high() - spread.low()) / bins;
      for (int b = 0; b < bins; b++) {
        if (spread.counts().get(b) > 0) {
          double from = spread.low() + b * width;
          table.row(names.get(r), from, from + width, spread.counts().get(b));
        }
      }
      drawn.add(names.get(r));
    }
    if (drawn.isEmpty()) {
      return Optional.empty();
    }
    for (double at : whole) {
      chart = chart.mark("whole set", at);
    }
    return Optional.of(
        Figure.of(
            id,
            title,
            "Histogram of the batches of " + String.join(", ", drawn) + ".",
            chart,
            table));
  }

  Figure time() {
    Set<String> stages = new LinkedHashSet<>();
    runs.forEach(run -> stages.addAll(run.seconds().keySet()));
    BarChart chart = new BarChart(Axis.of("seconds", Unit.SECONDS), names, true);
    DataTable table = new DataTable().column("stage", Unit.TEXT);
    names.forEach(name -> table.column(name, Unit.SECONDS));
    for (String stage : stages) {
      double[] seconds = eachRun(run -> run.seconds().getOrDefault(stage, Double.NaN));
      chart = chart.group(stage, seconds);
      table.row(stage, java.util.Arrays.stream(seconds).boxed().toList());
    }
    String longest =
        runs.get(0).seconds().entrySet().stream()
            .max(java.util.Map.Entry.comparingByValue())
            .map(
                e ->
                    "Most of it, " + Html.seconds(e.getValue()) + ", went into " + e.getKey() + ".")
            .orElse("");
    return Figure.of(
        "time",
        "Time of each stage",
        IntStream.range(0, runs.size())
                .mapToObj(r -> names.get(r) + " took " + Html.seconds(runs.get(r).allSeconds()))
                .collect(Collectors.joining("; "))
            + ". "
            + longest,
        chart,
        table);
  }

  private String of(int r) {
    return runs.size() == 1 ? "" : ", " + names.get(r);
  }

  private double[] epochs(int run) {
    return values(run, EpochSummary::epoch);
  }

  private double[] values(int run, ToDoubleFunction<EpochSummary> value) {
    return runs.get(run).training().epochs().stream().mapToDouble(value).toArray();
  }

  private double[] eachRun(ToDoubleFunction<Run> value) {
    return runs.stream().mapToDouble(value).toArray();
  }

  private static double accuracy(Run.EvaluationSummary part) {
    return part.rows() == 0 ? Double.NaN : part.accuracy();
  }

  private static int classRows(Run run, String name) {
    int index = run.data().classes().indexOf(name);
    return index < 0 || run.test().rows() == 0
        ? 0
        : run.test().confusion().get(index).stream().mapToInt(Integer::intValue).sum();
  }

  private static double classAccuracy(Run run, String name) {
    int rows = classRows(run, name);
    int index = run.data().classes().indexOf(name);
    return rows == 0 ? Double.NaN : (double) run.test().confusion().get(index).get(index) / rows;
  }
}
