package io.kith.batch;

/**
 * Which blocks make up which meta-batch.
 *
 * <p>Immutable; threads may share it. The arrays are open to this package and not to be changed.
 */
final class Gathering {
  final int[][] blocksOfBatch;
  final int[] batchOfBlock;

  Gathering(int[][] blocksOfBatch, int blocks) {
    this.blocksOfBatch = blocksOfBatch;
    this.batchOfBlock = new int[blocks];
    for (int batch = 0; batch < blocksOfBatch.length; batch++) {
      for (int block : blocksOfBatch[batch]) {
        batchOfBlock[block] = batch;
      }
    }
  }

  int batches() {
    return blocksOfBatch.length;
  }

  /** How many blocks batch b gets when {@code blocks} are dealt out as evenly as can be. */
  static int share(int blocks, int batches, int batch) {
    return (int) ((long) (batch + 1) * blocks / batches - (long) batch * blocks / batches);
  }
}
