package io.kith.spark.graph;

/** Which block each row belongs to; no block is empty. Kept on the driver. */
public final class DistributedPartition {
  private final int[] blockOfRow;
  private final int blockCount;
  private final double cutShare;
  private final boolean madeOnDriver;

  DistributedPartition(int[] blockOfRow, int blockCount, double cutShare, boolean madeOnDriver) {
    this.blockOfRow = blockOfRow;
    this.blockCount = blockCount;
    this.cutShare = cutShare;
    this.madeOnDriver = madeOnDriver;
  }

  /** The block of each row; not to be changed. */
  public int[] blockOfRow() {
    return blockOfRow;
  }

  public int blockCount() {
    return blockCount;
  }

  /** The weight of the edges between blocks as a share of all edge weight. */
  public double cutShare() {
    return cutShare;
  }

  /** Whether one machine's partitioner made it, on the driver. */
  public boolean madeOnDriver() {
    return madeOnDriver;
  }
}
