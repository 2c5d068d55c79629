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
    double between = batchGraph.weight(r, s);
    return between / batchGraph.total(r) + between / batchGraph.total(s);
  }
}
