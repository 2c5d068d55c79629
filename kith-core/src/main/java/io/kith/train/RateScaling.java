package io.kith.train;

/** How the learning rate grows with the number of workers. */
public enum RateScaling {
  NONE("none") {
    @Override
    double factor(int workers) {
      return 1;
    }
  },
  /** Times k: k steps of one worker in one, as long as the gradients hardly differ. */
  LINEAR("linear") {
    @Override
    double factor(int workers) {
      return workers;
    }
  },
  /** Times √k: the noise of a step stays what it is with one worker. */
  SQRT("sqrt") {
    @Override
    double factor(int workers) {
      return Math.sqrt(workers);
    }
  };

  private final String text;

  RateScaling(String text) {
    this.text = text;
  }

  abstract double factor(int workers);

  @Override
  public String toString() {
    return text;
  }
}
