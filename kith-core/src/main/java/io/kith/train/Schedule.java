package io.kith.train;

/** How the learning rate changes over a run. */
public enum Schedule {
  /** Stays as it is. */
  CONSTANT("constant") {
    @Override
    double factor(double progress) {
      return 1;
    }
  },
  /** Falls to zero along half a cosine. */
  COSINE("cosine") {
    @Override
    double factor(double progress) {
      return 0.5 * (1 + Math.cos(Math.PI * progress));
    }
  };

  private final String text;

  Schedule(String text) {
    this.text = text;
  }

  /** What the base rate is multiplied by when a share of all steps, 0 to 1, has been taken. */
  abstract double factor(double progress);

  @Override
  public String toString() {
    return text;
  }
}
