package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.BatchQuality;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.Synthesis;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.partition.LabelBalancingPartitioner;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import io.kith.partition.PartitionQuality;
import io.kith.partition.Partitioner;
import io.kith.speech.Corpus;
import io.kith.speech.Frames;
import io.kith.speech.FramesOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * How good batches are for blocks of 16 to 1024 rows, what each way to better ones brings, and what
 * balancing the labels over blocks costs.
 */
public final class BatchBenchmark {
  private static final int BATCH = 1024;
  private static final Seed SEED = new Seed(1);

  private BatchBenchmark() {}

  public static void main(String[] args) {
    AffinityGraph graph = GraphFile.read(Path.of(args[0]));
    try (Parallel parallel = Parallel.ofMachine()) {
      Labels truth =
          Frames.read(
                  Corpus.read(Path.of(args[1])), FramesOptions.defaults(), parallel, Progress.NONE)
              .dataset()
              .labels();
      System.out.printf(Locale.ROOT, "%,d rows, %,d edges%n%n", graph.size(), graph.edgeCount());
      blockSizes(graph, truth, parallel);
      balancedLabels(graph, truth, parallel);
    }
  }

  private static void blockSizes(AffinityGraph graph, Labels truth, Parallel parallel) {
    System.out.println("| rows a block | blocks | synthesis | connectivity | label entropy |");
    System.out.println("|---|---|---|---|---|");
    for (int size = 16; size <= BATCH; size *= 2) {
      Partition blocks = cut(new MultilevelPartitioner(), graph, graph.size() / size, parallel);
      for (Synthesis synthesis : Synthesis.values()) {
        BatchOptions options =
            BatchOptions.defaults()
                .withBatchSize(BATCH)
                .withSynthesis(synthesis)
                .withLabeledPerStep(0);
        Labels visible = shown(truth, 0.05);
        MetaBatchPlan plan = MetaBatchPlan.of(graph, blocks, visible, options, SEED);
        BatchQuality quality = BatchQuality.of(graph, plan, truth);
        System.out.printf(
            Locale.ROOT,
            "| %d | %,d | %s | %.1f ± %.1f %% | %.3f ± %.3f |%n",
            size,
            blocks.blockCount(),
            synthesis,
            100 * quality.meanConnectivity(),
            100 * quality.connectivityDeviation(),
            quality.meanEntropy(),
            quality.entropyDeviation());
      }
    }
    Partition random =
        new io.kith.partition.RandomPartitioner()
            .partition(graph, graph.size() / BATCH, 0.05, SEED, parallel, Progress.NONE);
    BatchQuality quality = BatchQuality.of(graph, random.rowsOfBlocks(), truth);
    System.out.printf(
        Locale.ROOT,
        "| random rows | | | %.1f ± %.1f %% | %.3f ± %.3f |%nwhole set: entropy %.3f%n%n",
        100 * quality.meanConnectivity(),
        100 * quality.connectivityDeviation(),
        quality.meanEntropy(),
        quality.entropyDeviation(),
        quality.wholeEntropy());
  }

  private static void balancedLabels(AffinityGraph graph, Labels truth, Parallel parallel) {
    System.out.println(
        "| rows a block | labels | most labels in a block: before | after | weight cut: before |"
            + " after |");
    System.out.println("|---|---|---|---|---|---|");
    for (int size : new int[] {26, 256}) {
      for (double ratio : new double[] {0.02, 0.1, 0.5}) {
        Labels visible = shown(truth, ratio);
        Partitioner plain = new MultilevelPartitioner();
        Partition before = cut(plain, graph, graph.size() / size, parallel);
        Partition after =
            cut(
                new LabelBalancingPartitioner(plain, visible),
                graph,
                graph.size() / size,
                parallel);
        System.out.printf(
            Locale.ROOT,
            "| %d | %.0f %% | %d | %d | %.2f %% | %.2f %% |%n",
            size,
            100 * ratio,
            mostLabels(before, visible),
            mostLabels(after, visible),
            100 * PartitionQuality.of(graph, before).cutShare(),
            100 * PartitionQuality.of(graph, after).cutShare());
      }
    }
  }

  private static Partition cut(
      Partitioner partitioner, AffinityGraph graph, int blocks, Parallel parallel) {
    return partitioner.partition(graph, blocks, 0.05, SEED, parallel, Progress.NONE);
  }

  /** The labels of a share of the rows, drawn at random. */
  private static Labels shown(Labels truth, double ratio) {
    int[] labeled = truth.labeledRows();
    SEED.derive("labels").shuffle(labeled);
    return truth.keepOnly(Arrays.copyOf(labeled, (int) Math.round(ratio * labeled.length)));
  }

  private static int mostLabels(Partition partition, Labels visible) {
    int[] counts = new int[partition.blockCount()];
    for (int row : visible.labeledRows()) {
      counts[partition.block(row)]++;
    }
    return Arrays.stream(counts).max().orElse(0);
  }
}
