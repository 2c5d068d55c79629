package io.kith.reproduce;

import io.kith.Kith;
import io.kith.Preparation;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.report.Axis;
import io.kith.report.Claim;
import io.kith.report.DataTable;
import io.kith.report.Figure;
import io.kith.report.LineChart;
import io.kith.report.Page;
import io.kith.report.Unit;
import io.kith.report.Verdict;
import io.kith.train.EpochSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Figures 3b and 3c: validation accuracy against epochs and against wall-clock time for several
 * numbers of workers, with the paper's learning rates.
 */
final class WorkersStage implements Stage<WorkersStage.Result> {
  private final ReproductionOptions options;

  WorkersStage(ReproductionOptions options) {
    this.options = options;
  }

  /** What was measured, on a machine with so many cores. */
  record Result(int cores, int batches, List<Curve> curves) {}

  /** What one number of workers reached, epoch by epoch. */
  record Curve(int workers, List<EpochSummary> epochs) {
    double accuracy(int epoch) {
      return epochs.get(Math.min(epoch, epochs.size()) - 1).validationAccuracy();
    }

    double best() {
      return epochs.stream().mapToDouble(EpochSummary::validationAccuracy).max().orElse(0);
    }

    /** When an accuracy is first reached; infinity for never. */
    double secondsTo(double accuracy) {
      return epochs.stream()
          .filter(e -> e.validationAccuracy() >= accuracy)
          .mapToDouble(EpochSummary::seconds)
          .findFirst()
          .orElse(Double.POSITIVE_INFINITY);
    }
  }

  private record Inputs(List<RunOptions> runs) {}

  @Override
  public StageName name() {
    return StageName.WORKERS;
  }

  @Override
  public Object inputs() {
    return new Inputs(options.workers().stream().map(options::parallelRun).toList());
  }

  @Override
  public Class<Result> resultType() {
    return Result.class;
  }

  @Override
  public Result measure(Laboratory laboratory) {
    List<Curve> curves = new ArrayList<>();
    int batches = 0;
    for (int workers : options.workers()) {
      RunOptions run = options.parallelRun(workers);
      Preparation rows = laboratory.rows(run);
      Trained trained = Kith.run(rows, run, laboratory.context());
      trained.model().close();
      batches = trained.run().batches().orElseThrow().batches();
      curves.add(new Curve(workers, trained.run().training().epochs()));
    }
    return new Result(Runtime.getRuntime().availableProcessors(), batches, curves);
  }

  @Override
  public void draw(Result result, Page page) {
    page.section("Workers");
    page.text(
        String.format(
            Locale.ROOT,
            "An update averages the gradients of as many meta-batches as there are workers; the"
                + " learning rate is multiplied by the workers for ten epochs and then falls back."
                + " %s of the labels are seen. An epoch has %d meta-batches; this machine has %d"
                + " cores, which more workers share.",
            Percent.of(options.fewLabels()),
            result.batches,
            result.cores));
    if (result.curves.get(0).epochs.stream().anyMatch(e -> Double.isNaN(e.validationAccuracy()))) {
      page.note("These data have no validation rows: they are too small for this figure.");
      return;
    }
    page.figure(byEpoch(result)).figure(byTime(result));
  }

  private static Figure byEpoch(Result result) {
    Curve one = result.curves.get(0);
    Curve most = result.curves.get(result.curves.size() - 1);
    int early = Math.max(1, one.epochs.size() / 4);
    int wide = result.batches / most.workers;
    String measured =
        String.format(
            Locale.ROOT,
            "After epoch %d: %s. With %d workers an epoch has %d updates.",
            early,
            eachWorkers(result, c -> c.accuracy(early)),
            most.workers,
            Math.max(1, wide));
    return figure(
            result,
            "workers-epochs",
            "Figure 3b: validation accuracy by epoch",
            measured,
            Axis.of("epoch", Unit.COUNT),
            EpochSummary::epoch)
        .withClaims(
            List.of(
                new Claim(
                    "More workers, with their higher learning rate, are ahead at the same epoch,"
                        + " although they update less often.",
                    result.curves.size() < 2
                        ? Verdict.UNDECIDED
                        : Verdict.of(most.accuracy(early) > one.accuracy(early)),
                    measured)));
  }

  private static Figure byTime(Result result) {
    Curve one = result.curves.get(0);
    Curve most = result.curves.get(result.curves.size() - 1);
    double goal = 0.95 * one.best();
    String measured =
        String.format(
            Locale.ROOT,
            "Seconds to %s, which is 95 %% of what one worker reaches at best: %s.",
            Percent.of(goal),
            String.join(
                ", ",
                result.curves.stream()
                    .map(c -> c.workers + ": " + seconds(c.secondsTo(goal)))
                    .toList()));
    return figure(
            result,
            "workers-time",
            "Figure 3c: validation accuracy by wall-clock time",
            measured,
            Axis.of("seconds", Unit.SECONDS),
            EpochSummary::seconds)
        .withClaims(
            List.of(
                new Claim(
                    "Eight workers reach higher accuracies early on in wall-clock time.",
                    result.curves.size() < 2
                        ? Verdict.UNDECIDED
                        : Verdict.of(most.secondsTo(goal) < one.secondsTo(goal)),
                    measured
                        + (result.cores < most.workers
                            ? " With "
                                + result.cores
                                + " cores, "
                                + most.workers
                                + " workers do not compute faster than "
                                + result.cores
                                + "."
                            : ""))));
  }

  private static String seconds(double seconds) {
    return Double.isInfinite(seconds) ? "never" : String.format(Locale.ROOT, "%.1f", seconds);
  }

  private static String eachWorkers(Result result, ToDoubleFunction<Curve> value) {
    return String.join(
        ", ",
        result.curves.stream()
            .map(c -> name(c) + " " + Percent.of(value.applyAsDouble(c)))
            .toList());
  }

  private static String name(Curve curve) {
    return curve.workers == 1 ? "1 worker" : curve.workers + " workers";
  }

  private static Figure figure(
      Result result,
      String id,
      String title,
      String description,
      Axis x,
      ToDoubleFunction<EpochSummary> place) {
    LineChart chart = new LineChart(x, Axis.of("validation accuracy", Unit.PERCENT));
    DataTable table =
        new DataTable()
            .column("workers", Unit.COUNT)
            .column("epoch", Unit.COUNT)
            .column("seconds", Unit.SECONDS)
            .column("validation accuracy", Unit.PERCENT);
    for (Curve curve : result.curves) {
      chart =
          chart.line(
              name(curve),
              curve.epochs.stream().mapToDouble(place).toArray(),
              curve.epochs.stream().mapToDouble(EpochSummary::validationAccuracy).toArray());
      for (EpochSummary e : curve.epochs) {
        table.row(curve.workers, e.epoch(), e.seconds(), e.validationAccuracy());
      }
    }
    return Figure.of(id, title, description, chart, table);
  }
}
