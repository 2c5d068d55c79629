package io.kith.objective;

/** Over which rows i the graph term Σ_ij ω_ij D(p_i ‖ p_j) runs; j is always every row. */
public enum GraphScope {
  /** Every row of the batch (equation 2). */
  ALL("all"),
  /** Labelled rows only, as in the paper's section on parallel training. */
  LABELED("labeled");

  private final String text;

  GraphScope(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
