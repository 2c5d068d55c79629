package io.kith.batch;

/**
 * What one step trains on.
 *
 * @param batchSize rows a meta-batch should have
 * @param neighborBatch whether every meta-batch is accompanied by a neighbouring one
 * @param labeledPerStep labelled rows added to every step, drawn evenly from all of them; 0 for
 *     none, as in the paper
 */
public record BatchOptions(int batchSize, boolean neighborBatch, int labeledPerStep) {
  public BatchOptions {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batchSize must be >= 1, but was " + batchSize);
    }
    if (labeledPerStep < 0) {
      throw new IllegalArgumentException("labeledPerStep must be >= 0, but was " + labeledPerStep);
    }
  }

  public static BatchOptions defaults() {
    return new BatchOptions(1024, true, 256);
  }

  public BatchOptions withBatchSize(int batchSize) {
    return new BatchOptions(batchSize, neighborBatch, labeledPerStep);
  }

  public BatchOptions withNeighborBatch(boolean neighborBatch) {
    return new BatchOptions(batchSize, neighborBatch, labeledPerStep);
  }

  public BatchOptions withLabeledPerStep(int labeledPerStep) {
    return new BatchOptions(batchSize, neighborBatch, labeledPerStep);
  }
}
