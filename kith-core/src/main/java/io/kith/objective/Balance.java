package io.kith.objective;

/** What is done about classes of very different size. */
public enum Balance {
  /** Nothing: classes count as often as they are labelled. */
  NONE("none"),
  /** Labelled rows of a class weigh (labelled rows / classes) / (labelled rows of the class). */
  WEIGHTS("weights"),
  /** Predictions are drawn towards the shares of the labels instead of the uniform distribution. */
  PRIOR("prior");

  private final String text;

  Balance(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
