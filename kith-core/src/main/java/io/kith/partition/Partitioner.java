package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;

/**
 * Cuts a graph into balanced blocks. The same seed gives the same blocks on any number of threads.
 */
public interface Partitioner {
  /**
   * Cuts the graph into exactly {@code blocks} blocks, none empty, none larger than {@link
   * #largestAllowed}.
   *
   * @throws IllegalArgumentException when there are fewer rows than blocks, or no block
   */
  Partition partition(
      AffinityGraph graph,
      int blocks,
      double imbalance,
      Seed seed,
      Parallel parallel,
      Progress progress);

  /** The most rows a block may have: the average plus the imbalance, and never less than needed. */
  static int largestAllowed(int rows, int blocks, double imbalance) {
    int average = (rows + blocks - 1) / blocks;
    return Math.max(average, (int) Math.floor((1 + imbalance) * rows / blocks));
  }

  /** Checks the arguments every partitioner is given. */
  static void requireBlocks(int rows, int blocks) {
    if (blocks < 1 || blocks > rows) {
      throw new IllegalArgumentException(
          "blocks must be within 1.." + rows + ", the number of rows, but was " + blocks);
    }
  }
}
