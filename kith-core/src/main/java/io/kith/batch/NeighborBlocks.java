package io.kith.batch;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * For each block of the meta-batch one block from outside joins.
 *
 * <p>Block b of batch r draws c with probability q(c|b) = W_bc / Σ_d W_bd over blocks d outside r,
 * each block on its own; a block that is drawn twice joins once. So c joins r with probability
 *
 * <pre>
 *   π_r(c) = 1 − Π_{b in r} (1 − q(c|b))
 * </pre>
 *
 * <p>Immutable; threads may share it.
 */
final class NeighborBlocks implements Company {
  private final GroupGraph blockGraph;
  private final Gathering gathering;
  private final double[] outside; // the weight between a block and the blocks of other batches

  NeighborBlocks(GroupGraph blockGraph, Gathering gathering) {
    this.blockGraph = blockGraph;
    this.gathering = gathering;
    this.outside = new double[blockGraph.size()];
    for (int block = 0; block < outside.length; block++) {
      int[] neighbors = blockGraph.neighbors(block);
      for (int i = 0; i < neighbors.length; i++) {
        if (!together(block, neighbors[i])) {
          outside[block] += blockGraph.weightAt(block, i);
        }
      }
    }
  }

  @Override
  public int[] draw(int batch, SplittableRandom random) {
    int[] blocks = gathering.blocksOfBatch[batch];
    int[] drawn = new int[blocks.length];
    int count = 0;
    for (int block : blocks) {
      if (outside[block] > 0) {
        int joining = draw(block, random.nextDouble() * outside[block]);
        boolean known = false;
        for (int i = 0; i < count; i++) {
          known |= drawn[i] == joining;
        }
        if (!known) {
          drawn[count++] = joining;
        }
      }
    }
    return Arrays.copyOf(drawn, count);
  }

  private int draw(int block, double at) {
    int[] neighbors = blockGraph.neighbors(block);
    int found = -1;
    double left = at;
    for (int i = 0; i < neighbors.length && left >= 0; i++) {
      if (!together(block, neighbors[i])) {
        found = neighbors[i];
        left -= blockGraph.weightAt(block, i);
      }
    }
    return found;
  }

  @Override
  public double meetings(int block, int other) {
    return joins(other, gathering.batchOfBlock[block])
        + joins(block, gathering.batchOfBlock[other]);
  }

  /** π_r(c). */
  private double joins(int block, int batch) {
    double stays = 1;
    int[] neighbors = blockGraph.neighbors(block);
    for (int i = 0; i < neighbors.length; i++) {
      int drawing = neighbors[i];
      if (gathering.batchOfBlock[drawing] == batch) {
        stays *= 1 - blockGraph.weightAt(block, i) / outside[drawing];
      }
    }
    return 1 - stays;
  }

  private boolean together(int block, int other) {
    return gathering.batchOfBlock[block] == gathering.batchOfBlock[other];
  }
}
