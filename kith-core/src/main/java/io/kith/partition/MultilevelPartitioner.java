package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;

/**
 * Cuts a graph into blocks of nearly equal size so that little edge weight runs between blocks.
 *
 * <p>Made for many small blocks: {@linkplain DeepMultilevel deep multilevel partitioning}, then
 * {@linkplain EjectionChains ejection chains} that exchange rows between all blocks. Stateless;
 * threads may share it.
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
    WeightedGraph rows = WeightedGraph.of(graph);
    int[] blockOfRow =
        new DeepMultilevel(blocks, largest, seed.derive("blocks"), parallel).cut(rows, progress);
    new BlockRepair(graph, blockOfRow, blocks, largest).repair();
    progress.at("exchange", 0, graph.size(), "rows");
    exchange(rows, blockOfRow, blocks, largest, seed, parallel);
    progress.at("exchange", graph.size(), graph.size(), "rows");
    return new Partition(blockOfRow, blocks, graph.fingerprint());
  }

  /** Works on rows sorted by block, as rows that are near in the graph are then near in memory. */
  private static void exchange(
      WeightedGraph graph,
      int[] blockOfRow,
      int blocks,
      int largest,
      Seed seed,
      Parallel parallel) {
    int[] order = Contraction.membersOf(blockOfRow, blocks, new int[blocks + 1]);
    int[] blockOf = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      blockOf[i] = blockOfRow[order[i]];
    }
    new BlockExchange(graph.renumbered(order), blockOf, blocks, largest)
        .refine(seed.derive("exchange"), parallel);
    for (int i = 0; i < order.length; i++) {
      blockOfRow[order[i]] = blockOf[i];
    }
  }
}
