package io.kith.spark.batch;

import org.apache.spark.Partitioner;

/** Sends meta-batches to parts: as many to each as can be, neighbours to the same. */
final class BatchRanges extends Partitioner {
  private static final long serialVersionUID = 1L;

  private final int batches;
  private final int parts;

  BatchRanges(int batches, int parts) {
    this.batches = batches;
    this.parts = parts;
  }

  @Override
  public int numPartitions() {
    return parts;
  }

  /** The first meta-batch of a part; that of the part behind the last is the number of them. */
  int first(int part) {
    return (int) ((long) part * batches / parts);
  }

  /**
   * The part p with first(p) <= batch < first(p + 1): the largest p with p · batches < (batch + 1)
   * · parts.
   */
  @Override
  public int getPartition(Object batch) {
    return (int) ((((int) batch + 1L) * parts - 1) / batches);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BatchRanges ranges
        && ranges.batches == batches
        && ranges.parts == parts;
  }

  @Override
  public int hashCode() {
    return 31 * batches + parts;
  }
}
