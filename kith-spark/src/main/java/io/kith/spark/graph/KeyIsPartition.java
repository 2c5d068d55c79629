package io.kith.spark.graph;

import org.apache.spark.Partitioner;

/** Sends a record to the partition that its key names. */
final class KeyIsPartition extends Partitioner {
  private static final long serialVersionUID = 1L;

  private final int partitions;

  KeyIsPartition(int partitions) {
    this.partitions = partitions;
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  @Override
  public int getPartition(Object key) {
    return (Integer) key;
  }
}
