package io.kith.batch;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Where every row stands when meta-batches are laid out one after the other: a meta-batch is then a
 * contiguous range of positions, and so is each of its blocks.
 *
 * <p>Immutable; threads may share it.
 */
public final class BatchLayout implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] positionOfRow;
  private final int[] begins; // of each meta-batch, and the end of the last one

  /** The rows of a block, ascending, follow those of the block before it in the same meta-batch. */
  BatchLayout(Gathering gathering, int[] blockOfRow) {
    int[] next = new int[gathering.batchOfBlock.length]; // sizes first, then free positions
    for (int block : blockOfRow) {
      next[block]++;
    }
    begins = new int[gathering.batches() + 1];
    int at = 0;
    for (int batch = 0; batch < gathering.batches(); batch++) {
      for (int block : gathering.blocksOfBatch[batch]) {
        int size = next[block];
        if (size == 0) {
          throw new IllegalArgumentException("block " + block + " must not be empty");
        }
        next[block] = at;
        at += size;
      }
      begins[batch + 1] = at;
    }
    positionOfRow = new int[blockOfRow.length];
    for (int row = 0; row < blockOfRow.length; row++) {
      positionOfRow[row] = next[blockOfRow[row]]++;
    }
  }

  /**
   * The meta-batches that a {@link MetaBatchPlan} of the same options and seed gathers from these
   * blocks.
   */
  public static BatchLayout of(int[] blockOfRow, BatchOptions options, Seed seed) {
    requireRandom(options);
    if (blockOfRow.length == 0) {
      throw new IllegalArgumentException("there must be a row to lay out, but there was none");
    }
    int blocks = Arrays.stream(blockOfRow).max().getAsInt() + 1;
    int batches = MetaBatchPlan.batches(blockOfRow.length, blocks, options);
    RandomGrouping grouping = new RandomGrouping(blocks, batches);
    return new BatchLayout(grouping.gather(seed.derive("synthesis")), blockOfRow);
  }

  /** Refuses meta-batches that only the whole graph can tell how to gather. */
  public static void requireRandom(BatchOptions options) {
    if (options.synthesis() != Synthesis.RANDOM) {
      throw new BadInputException(
          "meta-batches that are laid out without their graph are gathered at random, but synthesis"
              + " was "
              + options.synthesis()
              + ": choose random.");
    }
  }

  /**
   * Meta-batches without rows, as many as an epoch should have steps: what trains on the labelled
   * rows that join every step and on nothing else.
   */
  public static BatchLayout ofNoRows(int stepsPerEpoch) {
    return new BatchLayout(new Gathering(new int[stepsPerEpoch][0], 0), new int[0]);
  }

  public int batchCount() {
    return begins.length - 1;
  }

  /** How many rows there are. */
  public int size() {
    return positionOfRow.length;
  }

  public int position(int row) {
    return positionOfRow[row];
  }

  /** The position of a meta-batch's first row. */
  public int begin(int batch) {
    return begins[batch];
  }

  /** How many rows a meta-batch has. */
  public int size(int batch) {
    return begins[batch + 1] - begins[batch];
  }

  /** The meta-batch that a position is in. */
  public int batchAt(int position) {
    return batchAt(position, begins);
  }

  /** Begins ascend: a meta-batch has at least one block, and a block at least one row. */
  static int batchAt(int position, int[] begins) {
    int at = Arrays.binarySearch(begins, position);
    return at < 0 ? -at - 2 : at;
  }
}
