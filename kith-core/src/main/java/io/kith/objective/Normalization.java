package io.kith.objective;

/** What the sums of the objective are divided by, so that a batch's size does not set the pace. */
public enum Normalization {
  /**
   * The supervised term by the labelled rows, the graph and entropy terms by the batch's rows:
   * weights keep their meaning at every label ratio.
   */
  MEANS("means"),
  /** Every term by the batch's rows, as in the paper. */
  ROWS("rows");

  private final String text;

  Normalization(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
