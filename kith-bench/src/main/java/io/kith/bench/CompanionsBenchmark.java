package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.Companions;
import io.kith.batch.CompanyQuality;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How much of the weight that leaves a meta-batch its companions cover, by neighbour batch and by
 * neighbour blocks, and what a block could cover at best: its weight to each other block, q as a
 * share of all that leaves it, is covered by Σ q² when drawn by q, and by max q when the heaviest
 * is taken.
 */
public final class CompanionsBenchmark {
  private static final int[] BLOCK_SIZES = {16, 26, 64, 256};
  private static final int BATCH = 1024;
  private static final Seed SEED = new Seed(1);

  private CompanionsBenchmark() {}

  public static void main(String[] args) {
    System.out.println(
        "| frames | meta-batches | rows a block | batch | blocks | ratio | Σ q² | max q | blocks with"
            + " q > 0 |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    try (Parallel parallel = new Parallel(2)) {
      for (String file : args) {
        AffinityGraph graph = GraphFile.read(Path.of(file));
        for (int size : BLOCK_SIZES) {
          measure(graph, size, parallel);
        }
      }
    }
  }

  private static void measure(AffinityGraph graph, int size, Parallel parallel) {
    Partition blocks =
        new MultilevelPartitioner()
            .partition(graph, graph.size() / size, 0.05, SEED, parallel, Progress.NONE);
    MetaBatchPlan byBatch = plan(graph, blocks, Companions.BATCH);
    double batch = CompanyQuality.of(graph, byBatch, 1).covered();
    double joined = CompanyQuality.of(graph, plan(graph, blocks, Companions.BLOCKS), 1).covered();
    double drawn = 0;
    double heaviest = 0;
    double leaving = 0;
    long neighbors = 0;
    for (int[] rows : blocks.rowsOfBlocks()) {
      Map<Integer, Double> weights = outside(graph, blocks, rows);
      double all = weights.values().stream().mapToDouble(w -> w).sum();
      leaving += all;
      neighbors += weights.size();
      if (all > 0) {
        drawn += weights.values().stream().mapToDouble(w -> w * w).sum() / all;
        heaviest += weights.values().stream().mapToDouble(w -> w).max().orElse(0);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %,d | %,d | %d | %.2f %% | %.2f %% | %.1f | %.1f %% | %.1f %% | %d |%n",
        graph.size(),
        byBatch.batchCount(),
        size,
        100 * batch,
        100 * joined,
        joined / batch,
        100 * drawn / leaving,
        100 * heaviest / leaving,
        neighbors / blocks.blockCount());
  }

  private static MetaBatchPlan plan(AffinityGraph graph, Partition blocks, Companions companions) {
    BatchOptions options =
        BatchOptions.defaults()
            .withBatchSize(BATCH)
            .withCompanions(companions)
            .withLabeledPerStep(0);
    return MetaBatchPlan.of(graph, blocks, Labels.none(graph.size()), options, SEED);
  }

  /** The weight between a block's rows and each other block. */
  private static Map<Integer, Double> outside(AffinityGraph graph, Partition blocks, int[] rows) {
    Map<Integer, Double> weights = new HashMap<>();
    for (int row : rows) {
      for (int e = graph.begin(row); e < graph.end(row); e++) {
        int other = blocks.block(graph.neighborAt(e));
        if (other != blocks.block(row)) {
          weights.merge(other, (double) graph.weightAt(e), Double::sum);
        }
      }
    }
    return weights;
  }
}
