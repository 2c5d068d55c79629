package io.kith.spark.graph;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import io.kith.partition.PartitionMethod;
import io.kith.partition.PartitionOptions;
import io.kith.partition.Partitioner;
import io.kith.spark.GraphChunk;
import java.util.Locale;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Cuts a distributed graph into balanced blocks: on the driver, by one machine's partitioner, as
 * long as the graph is small enough for that, and beyond by {@link LabelPropagationCut}.
 *
 * <p>The driver needs about 120 bytes of heap an edge: 12 GB for 100M edges. For label propagation
 * it needs 16 bytes a row, and every executor 8.
 */
public final class DistributedBlocks {
  /** Edges that a driver partitions, unless told otherwise. */
  public static final long MOST_EDGES_ON_DRIVER = 100_000_000;

  private final PartitionOptions options;
  private final long mostEdgesOnDriver;
  private final Seed seed;

  /**
   * @param options with the size of blocks chosen
   * @param seed the seed of the partition, as on one machine
   */
  public DistributedBlocks(PartitionOptions options, Seed seed) {
    this(options, MOST_EDGES_ON_DRIVER, seed);
  }

  /** Cuts graphs of more than {@code mostEdgesOnDriver} edges by the executors. */
  public DistributedBlocks(PartitionOptions options, long mostEdgesOnDriver, Seed seed) {
    if (options.balanceLabels()) {
      throw new BadInputException(
          "labels are not balanced between the blocks of a distributed graph: leave out"
              + " balanceLabels.");
    }
    this.options = options;
    this.mostEdgesOnDriver = mostEdgesOnDriver;
    this.seed = seed;
  }

  public DistributedPartition cut(DistributedGraph graph) {
    int blocks = options.blocks(graph.size());
    boolean onDriver = graph.edgeCount() <= mostEdgesOnDriver;
    int[] blockOfRow = onDriver ? cutOnDriver(graph, blocks) : propagate(graph, blocks);
    return new DistributedPartition(blockOfRow, blocks, cutShare(graph, blockOfRow), onDriver);
  }

  private int[] cutOnDriver(DistributedGraph graph, int blocks) {
    AffinityGraph whole = graph.collect();
    try (Parallel parallel = Parallel.ofMachine()) {
      return options
          .partitioner()
          .partitioner()
          .partition(whole, blocks, options.imbalance(), seed, parallel, Progress.NONE)
          .blockOfRows();
    }
  }

  private int[] propagate(DistributedGraph graph, int blocks) {
    if (options.partitioner() != PartitionMethod.MULTILEVEL) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the partitioner %s cuts graphs of up to %,d edges, but this one has %,d: choose %s.",
              options.partitioner(),
              mostEdgesOnDriver,
              graph.edgeCount(),
              PartitionMethod.MULTILEVEL));
    }
    int largest = Partitioner.largestAllowed(graph.size(), blocks, options.imbalance());
    return new LabelPropagationCut(graph, blocks, largest, seed).cut();
  }

  private static double cutShare(DistributedGraph graph, int[] blockOfRow) {
    Broadcast<int[]> blocks =
        JavaSparkContext.fromSparkContext(graph.chunks().context()).broadcast(blockOfRow);
    double[] sums = new double[2];
    OnDriver.forEach(
        graph.chunks().map(chunk -> cutAndTotal(chunk, blocks.value())),
        some -> {
          sums[0] += some[0];
          sums[1] += some[1];
        });
    blocks.destroy();
    return sums[1] == 0 ? 0 : sums[0] / sums[1];
  }

  private static double[] cutAndTotal(GraphChunk chunk, int[] blockOfRow) {
    double[] sums = new double[2];
    for (int i = 0; i < chunk.size(); i++) {
      int own = blockOfRow[chunk.ids()[i]];
      for (int e = chunk.offsets()[i]; e < chunk.offsets()[i + 1]; e++) {
        sums[0] += blockOfRow[chunk.neighbors()[e]] == own ? 0 : chunk.weights()[e];
        sums[1] += chunk.weights()[e];
      }
    }
    return sums;
  }
}
