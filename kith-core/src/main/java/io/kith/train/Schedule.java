package io.kith.train;

/** How the learning rate changes over a run. */
public enum Schedule {
  /** Stays as it is. */
  CONSTANT("constant") {
    @Override
    double factor(double epoch, int epochs, int workers) {
      return 1;
    }
  },
  /** Falls to zero along half a cosine. */
  COSINE("cosine") {
    @Override
    double factor(double epoch, int epochs, int workers) {
      return 0.5 * (1 + Math.cos(Math.PI * epoch / epochs));
    }
  },
  /** A tenth after half of the epochs, a hundredth after three quarters. */
  STEP("step") {
    @Override
    double factor(double epoch, int epochs, int workers) {
      return epoch < 0.5 * epochs ? 1 : epoch < 0.75 * epochs ? 0.1 : 0.01;
    }
  },
  /** The paper's: times the number of workers for the first 10 epochs, then the base rate. */
  PAPER("paper") {
    @Override
    double factor(double epoch, int epochs, int workers) {
      return epoch < 10 ? workers : 1;
    }
  };

  private final String text;

  Schedule(String text) {
    this.text = text;
  }

  /**
   * What the base rate is multiplied by.
   *
   * @param epoch how many epochs have passed, in fractions of one
   */
  abstract double factor(double epoch, int epochs, int workers);

  @Override
  public String toString() {
    return text;
  }
}
