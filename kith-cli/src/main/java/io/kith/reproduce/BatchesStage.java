package io.kith.reproduce;

import io.kith.Preparation;
import io.kith.RunOptions;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchQuality;
import io.kith.batch.Histogram;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import io.kith.partition.PartitionOptions;
import io.kith.partition.Partitioner;
import io.kith.partition.RandomPartitioner;
import io.kith.report.Axis;
import io.kith.report.Claim;
import io.kith.report.DataTable;
import io.kith.report.Figure;
import io.kith.report.HistogramChart;
import io.kith.report.Page;
import io.kith.report.Unit;
import io.kith.report.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Figures 1c, 2a and 2b: within-batch connectivity and label entropy of random batches, partitions,
 * meta-batches and the blocks these are made of.
 */
final class BatchesStage implements Stage<BatchesStage.Result> {
  private static final int BINS = 60;
  private static final int FEWEST = 8;
  private static final String RANDOM = "random batches";
  private static final String PARTITIONS = "partitions";
  private static final String META = "meta-batches";
  private static final String BLOCKS = "their blocks";

  private final ReproductionOptions options;

  BatchesStage(ReproductionOptions options) {
    this.options = options;
  }

  /** What was measured, for each kind of batch. */
  record Result(int rows, int batchSize, double wholeEntropy, List<Kind> kinds) {
    Kind kind(String name) {
      return kinds.stream().filter(k -> k.name.equals(name)).findFirst().orElseThrow();
    }
  }

  record Kind(String name, int count, Measure connectivity, Measure entropy) {}

  /** A measure over the batches of a kind. */
  record Measure(double mean, double deviation, double low, double high, int[] counts) {}

  private record Inputs(Object graph, Object partition, Object batch, long seed) {}

  @Override
  public StageName name() {
    return StageName.BATCHES;
  }

  @Override
  public Object inputs() {
    RunOptions run = options.run();
    return new Inputs(run.graph(), run.partition(), run.batch(), run.seed());
  }

  @Override
  public Class<Result> resultType() {
    return Result.class;
  }

  @Override
  public Result measure(Laboratory laboratory) {
    RunOptions run = options.run();
    Preparation rows = laboratory.rows(run);
    AffinityGraph graph = laboratory.graph(run).graph();
    Labels known = laboratory.knownLabels();
    Labels hidden = known.keepOnly(new int[0]);
    int batchSize = run.batch().forRows(graph.size()).batchSize();
    Partition blocks =
        rows.partition(
            graph,
            hidden,
            run.withBatch(run.batch().withBatchSize(batchSize)),
            laboratory.context());
    Seed seed = new Seed(run.seed());
    MetaBatchPlan plan = MetaBatchPlan.of(graph, blocks, hidden, run.batch(), seed.derive("batch"));
    Partition dealt =
        cut(new RandomPartitioner(), graph, plan.batchCount(), seed.derive("random"), laboratory);
    PartitionOptions cutting = run.partition();
    Partition direct =
        cut(
            cutting.partitioner(hidden),
            graph,
            plan.batchCount(),
            seed.derive("partition"),
            laboratory);
    BatchQuality random = BatchQuality.of(graph, dealt.rowsOfBlocks(), known);
    return new Result(
        graph.size(),
        batchSize,
        random.wholeEntropy(),
        List.of(
            kind(RANDOM, random),
            kind(PARTITIONS, BatchQuality.of(graph, direct.rowsOfBlocks(), known)),
            kind(META, BatchQuality.of(graph, plan, known)),
            kind(BLOCKS, BatchQuality.of(graph, blocks.rowsOfBlocks(), known))));
  }

  private Partition cut(
      Partitioner partitioner, AffinityGraph graph, int parts, Seed seed, Laboratory laboratory) {
    return partitioner.partition(
        graph,
        parts,
        options.run().partition().imbalance(),
        seed,
        laboratory.context().parallel(),
        Progress.NONE);
  }

  private static Kind kind(String name, BatchQuality quality) {
    return new Kind(
        name,
        quality.size(),
        measure(
            quality.meanConnectivity(),
            quality.connectivityDeviation(),
            quality.connectivityHistogram(BINS)),
        measure(quality.meanEntropy(), quality.entropyDeviation(), quality.entropyHistogram(BINS)));
  }

  private static Measure measure(double mean, double deviation, Histogram spread) {
    return new Measure(
        mean, deviation, spread.from(0), spread.from(spread.size()), spread.counts());
  }

  @Override
  public void draw(Result result, Page page) {
    page.section("Batches");
    page.text(
        String.format(
            Locale.ROOT,
            "Batches of about %,d rows. Connectivity is the share of its rows’ neighbours that a"
                + " batch contains (equation 5); entropy is that of its labels, measured with all of"
                + " them, also those hidden from training.",
            result.batchSize));
    page.figure(connectivity(result)).figure(entropy(result)).figure(metaConnectivity(result));
    DataTable table =
        new DataTable()
            .column("", Unit.TEXT)
            .column("count", Unit.COUNT)
            .column("connectivity", Unit.PERCENT)
            .column("± deviation", Unit.PERCENT)
            .column("label entropy", Unit.DECIMAL)
            .column("± deviation", Unit.DECIMAL);
    for (Kind kind : result.kinds) {
      table.row(
          kind.name,
          kind.count,
          kind.connectivity.mean,
          kind.connectivity.deviation,
          kind.entropy.mean,
          kind.entropy.deviation);
    }
    table.row("whole set", 1, null, null, result.wholeEntropy, null);
    page.table(table);
  }

  private Figure connectivity(Result result) {
    Kind random = result.kind(RANDOM);
    Kind parts = result.kind(PARTITIONS);
    double times = parts.connectivity.mean / random.connectivity.mean;
    return figure(
        "connectivity",
        "Figure 1c: connectivity of random and of graph batches",
        result,
        List.of(random, parts),
        Kind::connectivity,
        Axis.of("share of neighbours in the same batch", Unit.PERCENT),
        List.of(
            judge(
                result,
                "Random batches hold almost none of their rows’ neighbours, a spike near zero;"
                    + " graph batches hold many.",
                random.connectivity.mean < 0.1 && times > 5,
                String.format(
                    Locale.ROOT,
                    "Random batches %s on average, partitions %s, %.1f times as much (below 10 %% and"
                        + " 5 times are asked for).",
                    Unit.PERCENT.format(random.connectivity.mean),
                    Unit.PERCENT.format(parts.connectivity.mean),
                    times))));
  }

  private Figure entropy(Result result) {
    Measure random = result.kind(RANDOM).entropy;
    Measure parts = result.kind(PARTITIONS).entropy;
    Measure meta = result.kind(META).entropy;
    double whole = result.wholeEntropy;
    double lost = (whole - meta.mean) / (whole - parts.mean);
    return figure(
        "entropy",
        "Figure 2a: label entropy of batches",
        result,
        List.of(result.kind(RANDOM), result.kind(PARTITIONS), result.kind(META)),
        Kind::entropy,
        Axis.of("label entropy, nats", Unit.DECIMAL),
        List.of(
            judge(
                result,
                "Shuffled batches lie tightly around the entropy of the whole set; partitions lie"
                    + " lower and are spread widely.",
                whole - random.mean < 0.05 * whole
                    && parts.mean < random.mean
                    && parts.deviation > 3 * random.deviation,
                String.format(
                    Locale.ROOT,
                    "Whole set %.2f; random %.2f ± %.2f, partitions %.2f ± %.2f (random within 5 %%"
                        + " of the whole and a third of the partitions’ spread are asked for).",
                    whole,
                    random.mean,
                    random.deviation,
                    parts.mean,
                    parts.deviation)),
            judge(
                result,
                "Meta-batches come near the entropy of the whole set.",
                lost < 0.35,
                String.format(
                    Locale.ROOT,
                    "Meta-batches %.2f ± %.2f: they lack %s of what partitions lack (a third is"
                        + " allowed).",
                    meta.mean,
                    meta.deviation,
                    Unit.PERCENT.format(lost)))));
  }

  private Figure metaConnectivity(Result result) {
    Measure meta = result.kind(META).connectivity;
    Measure blocks = result.kind(BLOCKS).connectivity;
    double apart = Math.abs(meta.mean - blocks.mean) / blocks.mean;
    double variance = Math.pow(meta.deviation / blocks.deviation, 2);
    return figure(
        "meta-connectivity",
        "Figure 2b: connectivity of meta-batches and of their blocks",
        result,
        List.of(result.kind(META), result.kind(BLOCKS)),
        Kind::connectivity,
        Axis.of("share of neighbours in the same batch", Unit.PERCENT),
        List.of(
            judge(
                result,
                "Meta-batches keep the mean connectivity of the blocks they are made of, with a much"
                    + " lower variance.",
                apart < 0.1 && variance < 0.2,
                String.format(
                    Locale.ROOT,
                    "Means %s and %s, %s apart; variance %.3f times that of the blocks (10 %% and 0.2"
                        + " are allowed).",
                    Unit.PERCENT.format(meta.mean),
                    Unit.PERCENT.format(blocks.mean),
                    Unit.PERCENT.format(apart),
                    variance))));
  }

  private static Claim judge(Result result, String paper, boolean shown, String measured) {
    int batches = result.kind(META).count;
    return batches < FEWEST
        ? new Claim(
            paper,
            Verdict.UNDECIDED,
            "Only " + batches + " batches: the data are too small for a distribution. " + measured)
        : new Claim(paper, Verdict.of(shown), measured);
  }

  private static Figure figure(
      String id,
      String title,
      Result result,
      List<Kind> kinds,
      Function<Kind, Measure> choice,
      Axis axis,
      List<Claim> claims) {
    HistogramChart chart = new HistogramChart(axis);
    DataTable table =
        new DataTable()
            .column("batches", Unit.TEXT)
            .column("from", Unit.DECIMAL)
            .column("to", Unit.DECIMAL)
            .column("count", Unit.COUNT);
    for (Kind kind : kinds) {
      Measure measure = choice.apply(kind);
      chart = chart.spread(kind.name, measure.low, measure.high, measure.counts);
      double width = (measure.high - measure.low) / measure.counts.length;
      for (int b = 0; b < measure.counts.length; b++) {
        if (measure.counts[b] > 0) {
          double from = measure.low + b * width;
          table.row(kind.name, from, from + width, measure.counts[b]);
        }
      }
    }
    if (axis.unit() == Unit.DECIMAL) {
      chart = chart.mark("whole set", result.wholeEntropy);
    }
    String description =
        String.join(
            "; ", kinds.stream().map(k -> describe(k.name, choice.apply(k), axis.unit())).toList());
    return Figure.of(id, title, description + ".", chart, table).withClaims(claims);
  }

  private static String describe(String name, Measure measure, Unit unit) {
    return unit == Unit.PERCENT
        ? name + " " + Unit.PERCENT.format(measure.mean) + " on average"
        : String.format(Locale.ROOT, "%s %.2f on average", name, measure.mean);
  }
}
