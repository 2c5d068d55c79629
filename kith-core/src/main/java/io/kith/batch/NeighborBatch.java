package io.kith.batch;

import java.util.SplittableRandom;

/**
 * One other meta-batch joins: s joins r with probability q(s|r) = W_rs / Σ_t W_rt, where W is the
 * affinity weight between two meta-batches.
 *
 * <p>Immutable; threads may share it.
 */
record NeighborBatch(GroupGraph batchGraph, Gathering gathering) implements Company {
  @Override
  public int[] draw(int batch, SplittableRandom random) {
    return batchGraph.total(batch) == 0
        ? new int[0]
        : gathering.blocksOfBatch[batchGraph.draw(batch, random)];
  }

  @Override
  public double meetings(int block, int other) {
    int r = gathering.batchOfBlock[block];
    int s = gathering.batchOfBlock[other];
    return meetings(batchGraph.weight(r, s), batchGraph.total(r), batchGraph.total(s));
  }

  /** q(s|r) + q(r|s) = W_rs / Σ_t W_rt + W_rs / Σ_t W_st. */
  static double meetings(double between, double total, double otherTotal) {
    return between / total + between / otherTotal;
  }
}
