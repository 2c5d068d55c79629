package io.kith.graph;

/** When two rows are joined, given who chose whom as a neighbour, and how strongly. */
public enum Symmetrization {
  /** Either chose the other. */
  UNION("union", 1),
  /** Each chose the other. */
  MUTUAL("mutual", 0),
  /** Either chose the other, with half the weight if only one did: (W + Wᵀ) / 2. */
  MEAN("mean", 0.5f);

  private final String text;
  private final float oneSided;

  Symmetrization(String text, float oneSided) {
    this.text = text;
    this.oneSided = oneSided;
  }

  /** What the weight of a pair is multiplied with when only one chose the other. */
  float oneSided() {
    return oneSided;
  }

  @Override
  public String toString() {
    return text;
  }
}
