package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Cuts a graph into blocks of nearly equal size so that little edge weight runs between blocks.
 *
 * <p>Made for many small blocks: {@linkplain DeepMultilevel deep multilevel partitioning}, then
 * {@linkplain EjectionChains ejection chains} that exchange rows between all blocks. Where rows
 * weigh differently, blocks are to weigh alike, and single moves take the place of the chains.
 * Immutable; threads may share it.
 */
public final class MultilevelPartitioner implements Partitioner {
  private final Optional<int[]> weights;

  /** Rows weigh the same: blocks have nearly equal numbers of them. */
  public MultilevelPartitioner() {
    this.weights = Optional.empty();
  }

  /**
   * Blocks weigh nearly the same: at most the average plus the imbalance plus the heaviest row.
   *
   * @param rowWeights what each row of the graph weighs, at least 1
   */
  public MultilevelPartitioner(int[] rowWeights) {
    this.weights = Optional.of(RowWeights.checked(rowWeights));
  }

  @Override
  public Partition partition(
      AffinityGraph graph,
      int blocks,
      double imbalance,
      Seed seed,
      Parallel parallel,
      Progress progress) {
    Partitioner.requireBlocks(graph.size(), blocks);
    int[] rowWeights = weights.orElseGet(() -> RowWeights.ones(graph.size()));
    requireOneEach(rowWeights, graph);
    int largest = RowWeights.limit(rowWeights, blocks, imbalance);
    WeightedGraph rows = WeightedGraph.of(graph, rowWeights);
    int[] blockOfRow =
        new DeepMultilevel(blocks, largest, seed.derive("blocks"), parallel).cut(rows, progress);
    if (weights.isPresent()) {
      int[] everyBlock = IntStream.rangeClosed(0, blocks).toArray();
      new PieceRefinement(rows, blockOfRow, everyBlock, largest).refine(parallel);
    }
    new BlockRepair(graph, rowWeights, blockOfRow, blocks, largest).repair();
    if (weights.isEmpty()) {
      progress.at("exchange", 0, graph.size(), "rows");
      exchange(rows, blockOfRow, blocks, largest, seed, parallel);
      progress.at("exchange", graph.size(), graph.size(), "rows");
    }
    return new Partition(blockOfRow, blocks, graph.fingerprint());
  }

  private static void requireOneEach(int[] rowWeights, AffinityGraph graph) {
    if (rowWeights.length != graph.size()) {
      throw new IllegalArgumentException(
          "row weights must be "
              + graph.size()
              + ", one for each row, but were "
              + rowWeights.length);
    }
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
