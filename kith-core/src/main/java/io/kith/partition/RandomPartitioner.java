package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;

/**
 * Deals the rows out to blocks at random, like cards: what a partition must be better than.
 *
 * <p>Block sizes differ by one row at most, whatever imbalance is allowed. Stateless; threads may
 * share it.
 */
public final class RandomPartitioner implements Partitioner {

  @Override
  public Partition partition(
      AffinityGraph graph,
      int blocks,
      double imbalance,
      Seed seed,
      Parallel parallel,
      Progress progress) {
    int rows = graph.size();
    Partitioner.requireBlocks(rows, blocks);
    int[] order = seed.derive("random-partition").permutation(rows);
    int[] blockOfRow = new int[rows];
    for (int i = 0; i < rows; i++) {
      blockOfRow[order[i]] = i % blocks;
    }
    progress.at("partition", rows, rows, "rows");
    return new Partition(blockOfRow, blocks, graph.fingerprint());
  }
}
