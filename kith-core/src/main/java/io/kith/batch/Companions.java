package io.kith.batch;

/** Who joins a meta-batch at a step, so that edges between meta-batches are trained on too. */
public enum Companions {
  /** No one. */
  NONE("none"),
  /** One other meta-batch, drawn by the weight between the two, as in the paper. */
  BATCH("batch"),
  /**
   * For each block of the meta-batch one block from outside, drawn by the weight between the two.
   */
  BLOCKS("blocks");

  private final String text;

  Companions(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
