package io.kith;

/** What the network learns from. */
public enum Method {
  /**
   * The graph, unless labelled rows alone do better on the validation rows: both networks are
   * trained, the second at a fraction of the first one's cost, and one is kept.
   */
  AUTO("auto"),
  /** Labels and the graph: the paper's method. */
  GRAPH("graph"),
  /** Labelled rows alone: the baseline, with the same network, steps and care. */
  SUPERVISED("supervised");

  private final String text;

  Method(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
