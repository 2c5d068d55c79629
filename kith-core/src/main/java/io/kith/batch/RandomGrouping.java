package io.kith.batch;

import io.kith.base.Seed;
import java.util.Arrays;

/**
 * Draws blocks at random without replacement (section 2.1 of the paper): a meta-batch so has about
 * the labels of the whole set, and the edges of its blocks.
 */
record RandomGrouping(int blocks, int batches) implements Grouping {
  @Override
  public Gathering gather(Seed seed) {
    int[] order = seed.permutation(blocks);
    int[][] blocksOfBatch = new int[batches][];
    int first = 0;
    for (int b = 0; b < batches; b++) {
      int end = first + Gathering.share(blocks, batches, b);
      blocksOfBatch[b] = Arrays.copyOfRange(order, first, end);
      first = end;
    }
    return new Gathering(blocksOfBatch, blocks);
  }
}
