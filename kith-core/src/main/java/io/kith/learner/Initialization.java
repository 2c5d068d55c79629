package io.kith.learner;

/** How wide weights are spread before training: uniform over ±√(3 · variance), biases 0. */
public enum Initialization {
  /** Variance 2 / inputs, for units that are off half the time (He et al. 2015). */
  HE("he") {
    @Override
    double variance(int inputs, int outputs) {
      return 2.0 / inputs;
    }
  },
  /** Variance 2 / (inputs + outputs) (Glorot and Bengio 2010). */
  GLOROT("glorot") {
    @Override
    double variance(int inputs, int outputs) {
      return 2.0 / (inputs + outputs);
    }
  },
  /** Variance 1 / inputs (LeCun et al. 1998). */
  LECUN("lecun") {
    @Override
    double variance(int inputs, int outputs) {
      return 1.0 / inputs;
    }
  };

  private final String text;

  Initialization(String text) {
    this.text = text;
  }

  abstract double variance(int inputs, int outputs);

  @Override
  public String toString() {
    return text;
  }
}
