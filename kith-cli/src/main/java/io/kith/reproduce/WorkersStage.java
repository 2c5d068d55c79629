package io.kith.reproduce;

import io.kith.Kith;
import io.kith.ParallelExperiment;
import io.kith.ParallelExperiment.Curve;
import io.kith.ParallelExperiment.Point;
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
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
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

  /** What was measured; an epoch has so many meta-batches. */
  record Result(int batches, ParallelExperiment.Result experiment) {
    List<Curve> curves() {
      return experiment.curves();
    }
  }

  private record Inputs(RunOptions run, List<Integer> workers) {}

  @Override
  public StageName name() {
    return StageName.WORKERS;
  }

  @Override
  public Object inputs() {
    return new Inputs(options.parallelRun(), options.workers());
  }

  @Override
  public Class<Result> resultType() {
    return Result.class;
  }

  @Override
  public Result measure(Laboratory laboratory) {
    RunOptions run = options.parallelRun();
    Preparation rows = laboratory.rows(run);
    int[] batches = new int[1];
    ParallelExperiment.Result experiment =
        ParallelExperiment.run(
            run,
            options.workers(),
            (own, threads) -> {
              Trained trained = Kith.run(rows, own, laboratory.context().withParallel(threads));
              trained.model().close();
              batches[0] = trained.run().batches().orElseThrow().batches();
              return trained.run().training();
            });
    return new Result(batches[0], experiment);
  }

  @Override
  public void draw(Result result, Page page) {
    page.section("Workers");
    page.text(
        String.format(
            Locale.ROOT,
            "An update averages the gradients of as many meta-batches as there are workers; the"
                + " learning rate is multiplied by the workers for ten epochs and then falls back."
                + " %s of the labels are seen. An epoch has %d meta-batches. Each worker has a thread"
                + " of its own, as far as the %d cores of this machine go.",
            Unit.PERCENT.format(options.fewLabels()),
            result.batches,
            result.experiment.cores()));
    if (Double.isNaN(result.curves().get(0).best())) {
      page.note("These data have no validation rows: they are too small for this figure.");
      return;
    }
    page.figure(byEpoch(result)).figure(byTime(result));
  }

  private static Figure byEpoch(Result result) {
    Curve one = result.curves().get(0);
    Curve most = result.curves().get(result.curves().size() - 1);
    int early = Math.max(1, one.points().size() / 4);
    int wide = result.batches / most.workers();
    String measured =
        String.format(
            Locale.ROOT,
            "After epoch %d: %s. With %d workers an epoch has %d updates.",
            early,
            eachWorkers(result, c -> accuracy(c, early)),
            most.workers(),
            Math.max(1, wide));
    return figure(
            result,
            "workers-epochs",
            "Figure 3b: validation accuracy by epoch",
            measured,
            Axis.of("epoch", Unit.COUNT),
            Point::epoch)
        .withClaims(
            List.of(
                new Claim(
                    "More workers, with their higher learning rate, are ahead at the same epoch,"
                        + " although they update less often.",
                    result.curves().size() < 2
                        ? Verdict.UNDECIDED
                        : Verdict.of(accuracy(most, early) > accuracy(one, early)),
                    measured)));
  }

  private static Figure byTime(Result result) {
    Curve one = result.curves().get(0);
    Curve most = result.curves().get(result.curves().size() - 1);
    double goal = 0.95 * one.best();
    String measured =
        String.format(
            Locale.ROOT,
            "Seconds to %s, which is 95 %% of what one worker reaches at best: %s.",
            Unit.PERCENT.format(goal),
            String.join(
                ", ",
                result.curves().stream()
                    .map(c -> c.workers() + ": " + seconds(c.secondsTo(goal)))
                    .toList()));
    return figure(
            result,
            "workers-time",
            "Figure 3c: validation accuracy by wall-clock time",
            measured,
            Axis.of("seconds", Unit.SECONDS),
            Point::seconds)
        .withClaims(
            List.of(
                new Claim(
                    "Eight workers reach higher accuracies early on in wall-clock time.",
                    result.curves().size() < 2
                        ? Verdict.UNDECIDED
                        : Verdict.of(
                            most.secondsTo(goal).orElse(Double.POSITIVE_INFINITY)
                                < one.secondsTo(goal).orElse(Double.POSITIVE_INFINITY)),
                    measured
                        + (result.experiment.cores() < most.workers()
                            ? " With "
                                + result.experiment.cores()
                                + " cores, "
                                + most.workers()
                                + " workers do not compute faster than "
                                + result.experiment.cores()
                                + "."
                            : ""))));
  }

  private static double accuracy(Curve curve, int epoch) {
    List<Point> points = curve.points();
    return points.get(Math.min(epoch, points.size()) - 1).accuracy();
  }

  private static String seconds(OptionalDouble seconds) {
    return seconds.isPresent()
        ? String.format(Locale.ROOT, "%.1f", seconds.getAsDouble())
        : "never";
  }

  private static String eachWorkers(Result result, ToDoubleFunction<Curve> value) {
    return String.join(
        ", ",
        result.curves().stream()
            .map(c -> name(c) + " " + Unit.PERCENT.format(value.applyAsDouble(c)))
            .toList());
  }

  private static String name(Curve curve) {
    return curve.workers() == 1 ? "1 worker" : curve.workers() + " workers";
  }

  private static Figure figure(
      Result result,
      String id,
      String title,
      String description,
      Axis x,
      ToDoubleFunction<Point> place) {
    LineChart chart = new LineChart(x, Axis.of("validation accuracy", Unit.PERCENT));
    DataTable table =
        new DataTable()
            .column("workers", Unit.COUNT)
            .column("epoch", Unit.COUNT)
            .column("seconds", Unit.SECONDS)
            .column("validation accuracy", Unit.PERCENT);
    for (Curve curve : result.curves()) {
      chart =
          chart.line(
              name(curve),
              curve.points().stream().mapToDouble(place).toArray(),
              curve.points().stream().mapToDouble(Point::accuracy).toArray());
      for (Point point : curve.points()) {
        table.row(curve.workers(), point.epoch(), point.seconds(), point.accuracy());
      }
    }
    return Figure.of(id, title, description, chart, table);
  }
}
