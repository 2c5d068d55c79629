package io.kith.report;

/** Whether a run shows what a paper claims. */
public enum Verdict {
  SHOWN("shown here"),
  NOT_SHOWN("not shown here"),
  /** The data do not allow a judgement; the measured sentence says why. */
  UNDECIDED("cannot be judged here");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  public static Verdict of(boolean shown) {
    return shown ? SHOWN : NOT_SHOWN;
  }

  @Override
  public String toString() {
    return text;
  }
}
