package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;

/**
 * Cuts a graph into blocks of nearly equal size so that little edge weight runs between blocks.
 *
 * <p>Made for many small blocks: recursive multilevel bisection (Karypis and Kumar 1998, "A fast
 * and high quality multilevel scheme for partitioning irregular graphs"), then ejection chains and
 * exchanges rows between all blocks at once. Stateless; threads may share it.
 */
public final class MultilevelPartitioner implements Partitioner {

  @Override
  public Partition partition(
      AffinityGraph graph,
      int blocks,
      double imbalance,
      Seed seed,
      Parallel parallel,
      Progress progress) {
    Partitioner.requireBlocks(graph.size(), blocks);
    int largest = Partitioner.largestAllowed(graph.size(), blocks, imbalance);
    int[] blockOfRow = new int[graph.size()];
    WeightedGraph rows = WeightedGraph.of(graph);
    new RecursiveBisection(largest, seed.derive("bisection"), blockOfRow)
        .cut(rows, blocks, parallel, progress);
    new BlockExchange(rows, blockOfRow, blocks, largest).refine(seed.derive("exchange"), parallel);
    return new Partition(blockOfRow, blocks, graph.fingerprint());
  }
}
