package io.kith.reproduce;

/** What can be asked for by name. */
public enum StageName {
  MATRIX("matrix"),
  BATCHES("batches"),
  TRADE_OFF("trade-off"),
  RATIOS("ratios"),
  WORKERS("workers");

  private final String text;

  StageName(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
