package io.kith.batch;

/**
 * What one step trains on.
 *
 * @param batchSize rows a meta-batch should have; 0 means 1024, or fewer where there are so few
 *     rows that an epoch would have less than 16 steps
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
  private static final int SMALLEST = 64;
  private static final int LARGEST = 1024; // the paper's
  private static final int STEPS = 16;

  public BatchOptions {
    if (batchSize < 0) {
      throw new IllegalArgumentException("batchSize must be >= 0, but was " + batchSize);
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
    return new BatchOptions(0, Companions.BATCH, Synthesis.RANDOM, false, false, 256);
  }

  /** What steps of labelled rows alone are made by. */
  public static BatchOptions labeledOnly(int rowsPerStep) {
    return defaults()
        .withBatchSize(rowsPerStep)
        .withCompanions(Companions.NONE)
        .withLabeledPerStep(rowsPerStep);
  }

  /** How many labelled rows a step of these alone has. */
  public int rowsOfLabeledStep() {
    return labeledPerStep > 0 ? labeledPerStep : batchSize;
  }

  /** How many steps of labelled rows alone make an epoch over a set of so many rows. */
  public int labeledSteps(int rows) {
    return Math.max(1, Math.round((float) rows / batchSize));
  }

  /** The same options with a batch size, chosen by the number of rows where none is given. */
  public BatchOptions forRows(int rows) {
    return batchSize > 0
        ? this
        : withBatchSize(Math.max(SMALLEST, Math.min(LARGEST, rows / STEPS)));
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
