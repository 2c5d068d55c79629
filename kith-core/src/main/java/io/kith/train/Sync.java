package io.kith.train;

/** When workers hear of each other. */
public enum Sync {
  /** Every update averages one gradient of each worker. Repeatable. */
  SYNCHRONOUS("synchronous"),
  /**
   * Each worker's gradient is applied as soon as it is there, to parameters that may have moved on
   * meanwhile. Which gradient comes first is up to the machine: not repeatable.
   */
  ASYNCHRONOUS("asynchronous"),
  /** As asynchronous, with gradients applied in the order of their batches. Repeatable. */
  IN_TURN("in-turn"),
  /** Each worker takes several steps alone, then parameters are averaged. Repeatable. */
  LOCAL("local");

  private final String text;

  Sync(String text) {
    this.text = text;
  }

  @Override
  public String toString() {
    return text;
  }
}
