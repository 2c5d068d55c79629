package io.kith.learner;

/** The optimizers that can be asked for by name. */
public enum Rule {
  ADAGRAD("adagrad") {
    @Override
    Optimizer optimizer(int parameterCount, OptimizerOptions options) {
      return new AdaGrad(parameterCount);
    }
  },
  SGD("sgd") {
    @Override
    Optimizer optimizer(int parameterCount, OptimizerOptions options) {
      return new MomentumSgd(parameterCount, options.momentum());
    }
  },
  ADAM("adam") {
    @Override
    Optimizer optimizer(int parameterCount, OptimizerOptions options) {
      return new Adam(parameterCount, 0);
    }
  },
  ADAMW("adamw") {
    @Override
    Optimizer optimizer(int parameterCount, OptimizerOptions options) {
      return new Adam(parameterCount, options.decay());
    }
  };

  private final String text;

  Rule(String text) {
    this.text = text;
  }

  abstract Optimizer optimizer(int parameterCount, OptimizerOptions options);

  @Override
  public String toString() {
    return text;
  }
}
