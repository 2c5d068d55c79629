package io.kith.partition;

/**
 * How a graph is cut.
 *
 * @param blockSize rows a block should have on average; small blocks make batches diverse, large
 *     ones keep more neighbours together. 0 means: rows of a batch divided by classes, the paper's
 *     choice.
 * @param imbalance by how much the largest block may exceed the average, 0.05 for 5 %
 */
public record PartitionOptions(int blockSize, double imbalance) {
  public PartitionOptions {
    if (blockSize < 0) {
      throw new IllegalArgumentException("blockSize must be >= 0, but was " + blockSize);
    }
    if (!(imbalance >= 0 && imbalance <= 1)) {
      throw new IllegalArgumentException("imbalance must be within 0..1, but was " + imbalance);
    }
  }

  public static PartitionOptions defaults() {
    return new PartitionOptions(0, 0.05);
  }

  public PartitionOptions withBlockSize(int blockSize) {
    return new PartitionOptions(blockSize, imbalance);
  }

  public PartitionOptions withImbalance(double imbalance) {
    return new PartitionOptions(blockSize, imbalance);
  }

  /** How many blocks of about the wished size the rows make; at least one. */
  public int blocks(int rows) {
    if (blockSize == 0) {
      throw new IllegalStateException("blockSize must be chosen before rows are divided by it");
    }
    return Math.max(1, (int) Math.round((double) rows / blockSize));
  }
}
