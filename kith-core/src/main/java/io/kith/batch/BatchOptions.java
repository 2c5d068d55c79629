package io.kith.batch;

/**
 * What one step trains on.
 *
 * @param batchSize rows a meta-batch should have
 * @param companions who joins a meta-batch at a step
 * @param synthesis how blocks are gathered into meta-batches
 * @param resynthesize whether they are gathered anew every epoch; once before training if not, as
 *     in the paper
 * @param unbiased whether edges between meta-batches weigh more the more rarely they meet, so that
 *     the expected graph term is that of the whole graph
 * @param labeledPerStep labelled rows added to every step, drawn evenly from all of them; 0 for
 *     none, as in the paper
 */
public record BatchOptions(
    int batchSize,
    Companions companions,
    Synthesis synthesis,
    boolean resynthesize,
    boolean unbiased,
    int labeledPerStep) {
  public BatchOptions {
    if (batchSize < 1) {
      throw new IllegalArgumentException("batchSize must be >= 1, but was " + batchSize);
    }
    if (unbiased && companions == Companions.NONE) {
      throw new IllegalArgumentException(
          "unbiased needs companions, but these were none: without them edges between meta-batches"
              + " are never seen; choose batch or blocks");
    }
    if (labeledPerStep < 0) {
      throw new IllegalArgumentException("labeledPerStep must be >= 0, but was " + labeledPerStep);
    }
  }

  public static BatchOptions defaults() {
    return new BatchOptions(1024, Companions.BATCH, Synthesis.RANDOM, false, false, 256);
  }

  public BatchOptions withBatchSize(int batchSize) {
    return new BatchOptions(
        batchSize, companions, synthesis, resynthesize, unbiased, labeledPerStep);
  }

  public BatchOptions withCompanions(Companions companions) {
    return new BatchOptions(
        batchSize, companions, synthesis, resynthesize, unbiased, labeledPerStep);
  }

  public BatchOptions withSynthesis(Synthesis synthesis) {
    return new BatchOptions(
        batchSize, companions, synthesis, resynthesize, unbiased, labeledPerStep);
  }

  public BatchOptions withResynthesize(boolean resynthesize) {
    return new BatchOptions(
        batchSize, companions, synthesis, resynthesize, unbiased, labeledPerStep);
  }

  public BatchOptions withUnbiased(boolean unbiased) {
    return new BatchOptions(
        batchSize, companions, synthesis, resynthesize, unbiased, labeledPerStep);
  }

  public BatchOptions withLabeledPerStep(int labeledPerStep) {
    return new BatchOptions(
        batchSize, companions, synthesis, resynthesize, unbiased, labeledPerStep);
  }
}
