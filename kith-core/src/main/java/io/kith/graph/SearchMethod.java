package io.kith.graph;

/** How neighbours are looked for. */
public enum SearchMethod {
  /** Exactly where that is quick, else approximately. */
  AUTO("auto"),
  EXACT("exact"),
  APPROXIMATE("approximate");

  private final String text;

  SearchMethod(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
