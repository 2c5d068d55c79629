package io.kith.graph;

/** When two rows are joined, given who chose whom as a neighbour. */
public enum Symmetrization {
  /** Either chose the other. */
  UNION("union"),
  /** Each chose the other. */
  MUTUAL("mutual");

  private final String text;

  Symmetrization(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
