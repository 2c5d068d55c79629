package io.kith.batch;

/** How blocks are gathered into meta-batches. */
public enum Synthesis {
  /** At random, as in the paper. */
  RANDOM("random"),
  /** So that each meta-batch mirrors the whole set, as far as graph and known labels tell. */
  DIVERSE("diverse");

  private final String text;

  Synthesis(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
