package io.kith.partition;

import io.kith.data.Labels;

/**
 * How a graph is cut.
 *
 * @param blockSize rows a block should have on average; small blocks make batches diverse, large
 *     ones keep more neighbours together. 0 means: rows of a batch divided by classes, the paper's
 *     choice.
 * @param imbalance by how much the largest block may exceed the average, 0.05 for 5 %
 * @param partitioner who cuts
 * @param balanceLabels whether the labelled rows, too, are spread evenly over the blocks
 */
public record PartitionOptions(
    int blockSize, double imbalance, PartitionMethod partitioner, boolean balanceLabels) {
  public PartitionOptions {
    if (blockSize < 0) {
      throw new IllegalArgumentException("blockSize must be >= 0, but was " + blockSize);
    }
    if (!(imbalance >= 0 && imbalance <= 1)) {
      throw new IllegalArgumentException("imbalance must be within 0..1, but was " + imbalance);
    }
  }

  public static PartitionOptions defaults() {
    return new PartitionOptions(0, 0.05, PartitionMethod.MULTILEVEL, false);
  }

  public PartitionOptions withBlockSize(int blockSize) {
    return new PartitionOptions(blockSize, imbalance, partitioner, balanceLabels);
  }

  public PartitionOptions withImbalance(double imbalance) {
    return new PartitionOptions(blockSize, imbalance, partitioner, balanceLabels);
  }

  public PartitionOptions withPartitioner(PartitionMethod partitioner) {
    return new PartitionOptions(blockSize, imbalance, partitioner, balanceLabels);
  }

  public PartitionOptions withBalanceLabels(boolean balanceLabels) {
    return new PartitionOptions(blockSize, imbalance, partitioner, balanceLabels);
  }

  /** How many blocks of about the wished size the rows make; at least one. */
  public int blocks(int rows) {
    if (blockSize == 0) {
      throw new IllegalStateException("blockSize must be chosen before rows are divided by it");
    }
    return Math.max(1, (int) Math.round((double) rows / blockSize));
  }

  /**
   * The partitioner that these options describe.
   *
   * @param visible the labels that may be seen, one for each row of the graph
   */
  public Partitioner partitioner(Labels visible) {
    Partitioner chosen = partitioner.partitioner();
    return balanceLabels ? new LabelBalancingPartitioner(chosen, visible) : chosen;
  }
}
