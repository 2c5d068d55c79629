package io.kith.reproduce;

import io.kith.Kith;
import io.kith.Method;
import io.kith.Preparation;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.evaluate.Spread;
import io.kith.report.Axis;
import io.kith.report.Claim;
import io.kith.report.DataTable;
import io.kith.report.Figure;
import io.kith.report.LineChart;
import io.kith.report.Page;
import io.kith.report.Run;
import io.kith.report.Unit;
import io.kith.report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The companion paper's trade-off: the larger the blocks, the more neighbours a batch holds and the
 * fewer kinds of labels; and what that does to the test error.
 */
final class TradeOffStage implements Stage<TradeOffStage.Result> {
  private final ReproductionOptions options;

  TradeOffStage(ReproductionOptions options) {
    this.options = options;
  }

  /**
   * What was measured.
   *
   * @param tooLarge block sizes that do not fit a batch of these data
   */
  record Result(int batchSize, double wholeEntropy, List<Point> points, List<Integer> tooLarge) {}

  /** Batches of blocks of one size. */
  record Point(
      int blockSize, double connectivity, double entropy, double error, double deviation) {}

  private record Inputs(RunOptions run, List<Integer> blockSizes, int seeds) {}

  @Override
  public StageName name() {
    return StageName.TRADE_OFF;
  }

  @Override
  public Object inputs() {
    return new Inputs(options.withFewLabels(), options.blockSizes(), options.seeds());
  }

  @Override
  public Class<Result> resultType() {
    return Result.class;
  }

  @Override
  public Result measure(Laboratory laboratory) {
    RunOptions run = options.withFewLabels();
    Preparation rows = laboratory.rows(run);
    int batchSize = run.batch().forRows(rows.features().rows()).batchSize();
    List<Point> points = new ArrayList<>();
    List<Integer> tooLarge = new ArrayList<>();
    double wholeEntropy = 0;
    for (int size : options.blockSizes()) {
      if (size > batchSize) {
        tooLarge.add(size);
        continue;
      }
      List<Run> runs = new ArrayList<>();
      for (int s = 0; s < options.seeds(); s++) {
        Trained trained =
            Kith.run(rows, sized(run, size).withSeed(run.seed() + s), laboratory.context());
        trained.model().close();
        runs.add(trained.run());
      }
      wholeEntropy = runs.get(0).batches().orElseThrow().wholeEntropy();
      Spread error = spread(runs, r -> 1 - r.test().accuracy());
      points.add(
          new Point(
              size,
              spread(runs, r -> r.batches().orElseThrow().connectivity()).mean(),
              spread(runs, r -> r.batches().orElseThrow().entropy()).mean(),
              error.mean(),
              error.deviation()));
    }
    return new Result(batchSize, wholeEntropy, points, tooLarge);
  }

  /** A block of one row means batches of random rows. */
  private static RunOptions sized(RunOptions run, int blockSize) {
    return blockSize == 1
        ? run.withMethod(Method.GRAPH_RANDOM)
        : run.withPartition(run.partition().withBlockSize(blockSize));
  }

  private static Spread spread(List<Run> runs, ToDoubleFunction<Run> value) {
    return Spread.of(runs.stream().mapToDouble(value).toArray());
  }

  @Override
  public void draw(Result result, Page page) {
    page.section("Block size");
    page.text(
        String.format(
            Locale.ROOT,
            "Meta-batches of about %,d rows made of blocks of different sizes; %s of the labels are"
                + " seen, and each test error is the mean of %d seeds. A block of 1 row stands for"
                + " random batches, the largest for partitions used directly.",
            result.batchSize,
            Unit.PERCENT.format(options.fewLabels()),
            options.seeds()));
    if (!result.tooLarge.isEmpty()) {
      page.note(
          "Blocks of "
              + String.join(" and ", result.tooLarge.stream().map(String::valueOf).toList())
              + " rows do not fit a batch of these data: they are too small for that end of the"
              + " figure.");
    }
    page.figure(quality(result)).figure(error(result));
  }

  private Figure quality(Result result) {
    double[] sizes = values(result, Point::blockSize);
    LineChart chart =
        new LineChart(
                Axis.of("rows a block", Unit.COUNT).inEvenSteps(), Axis.of("share", Unit.PERCENT))
            .line("connectivity", sizes, values(result, Point::connectivity))
            .line(
                "label entropy, of the whole set’s",
                sizes,
                values(result, p -> p.entropy / result.wholeEntropy));
    DataTable table =
        new DataTable()
            .column("rows a block", Unit.COUNT)
            .column("connectivity", Unit.PERCENT)
            .column("label entropy", Unit.DECIMAL)
            .column("of the whole set’s", Unit.PERCENT);
    for (Point p : result.points) {
      table.row(p.blockSize, p.connectivity, p.entropy, p.entropy / result.wholeEntropy);
    }
    Point first = result.points.get(0);
    Point last = result.points.get(result.points.size() - 1);
    boolean rises = monotone(result, Point::connectivity);
    boolean falls = monotone(result, p -> -p.entropy);
    String measured =
        String.format(
            Locale.ROOT,
            "From blocks of %d to blocks of %d rows connectivity goes from %s to %s, %s, and label"
                + " entropy from %.2f to %.2f, %s.",
            first.blockSize,
            last.blockSize,
            Unit.PERCENT.format(first.connectivity),
            Unit.PERCENT.format(last.connectivity),
            rises ? "rising at every step" : "not at every step",
            first.entropy,
            last.entropy,
            falls ? "falling at every step" : "not at every step");
    return Figure.of(
            "trade-off-quality",
            "Connectivity and label entropy over block size",
            measured,
            chart,
            table)
        .withClaims(
            List.of(
                new Claim(
                    "Larger blocks keep more neighbours together and make batches less diverse.",
                    Verdict.of(rises && falls),
                    measured)));
  }

  private Figure error(Result result) {
    LineChart chart =
        new LineChart(
                Axis.of("rows a block", Unit.COUNT).inEvenSteps(),
                Axis.of("test error", Unit.PERCENT))
            .band(
                "test error",
                values(result, Point::blockSize),
                values(result, Point::error),
                values(result, Point::deviation));
    DataTable table =
        new DataTable()
            .column("rows a block", Unit.COUNT)
            .column("test error", Unit.PERCENT)
            .column("± deviation", Unit.PERCENT);
    for (Point p : result.points) {
      table.row(p.blockSize, p.error, p.deviation);
    }
    int best = 0;
    for (int i = 1; i < result.points.size(); i++) {
      best = result.points.get(i).error < result.points.get(best).error ? i : best;
    }
    Point least = result.points.get(best);
    Point first = result.points.get(0);
    Point last = result.points.get(result.points.size() - 1);
    String measured =
        String.format(
            Locale.ROOT,
            "The error is least with blocks of %d rows, %s ± %s; it is %s ± %s with %d and %s ± %s"
                + " with %d.",
            least.blockSize,
            Unit.PERCENT.format(least.error),
            Unit.PERCENT.format(least.deviation),
            Unit.PERCENT.format(first.error),
            Unit.PERCENT.format(first.deviation),
            first.blockSize,
            Unit.PERCENT.format(last.error),
            Unit.PERCENT.format(last.deviation),
            last.blockSize);
    return Figure.of("trade-off-error", "Test error over block size", measured, chart, table)
        .withNote("The band is one standard deviation over seeds.")
        .withClaims(List.of(between(result.points, best, measured)));
  }

  /** Least in between counts as shown where both ends are worse beyond a standard deviation. */
  private static Claim between(List<Point> points, int best, String measured) {
    String paper = "The error is least in between, where batches are both connected and diverse.";
    if (points.size() < 3) {
      return new Claim(
          paper,
          Verdict.UNDECIDED,
          "Fewer than three block sizes fit: the data are too small for this figure.");
    }
    Point least = points.get(best);
    if (best == 0 || best == points.size() - 1) {
      return new Claim(paper, Verdict.NOT_SHOWN, measured);
    }
    boolean clear =
        List.of(points.get(0), points.get(points.size() - 1)).stream()
            .allMatch(end -> end.error - least.error > Math.max(end.deviation, least.deviation));
    return clear
        ? new Claim(paper, Verdict.SHOWN, measured)
        : new Claim(
            paper, Verdict.UNDECIDED, measured + " The ends are not beyond one deviation of it.");
  }

  private static boolean monotone(Result result, ToDoubleFunction<Point> value) {
    double[] values = values(result, value);
    for (int i = 1; i < values.length; i++) {
      if (!(values[i] > values[i - 1])) {
        return false;
      }
    }
    return values.length > 1;
  }

  private static double[] values(Result result, ToDoubleFunction<Point> value) {
    return result.points.stream().mapToDouble(value).toArray();
  }
}
