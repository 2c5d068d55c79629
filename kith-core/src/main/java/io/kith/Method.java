package io.kith;

/** What the network learns from. */
public enum Method {
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
