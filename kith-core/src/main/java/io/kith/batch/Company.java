package io.kith.batch;

import java.util.SplittableRandom;

/** Draws the blocks that join a meta-batch at a step. */
sealed interface Company permits NoCompany, NeighborBatch, NeighborBlocks {
  /** Distinct blocks, none of them of the meta-batch itself. */
  int[] draw(int batch, SplittableRandom random);

  /**
   * How often in an epoch two blocks of different meta-batches are expected to meet at a step of
   * one of the two: the probability that {@code other} joins the batch of {@code block}, plus the
   * probability that {@code block} joins the batch of {@code other}.
   */
  double meetings(int block, int other);
}
