package io.kith.learner;

/**
 * How parameters are moved.
 *
 * @param rule which optimizer
 * @param momentum of {@link Rule#SGD}: the share of the last step that goes on
 * @param decay of {@link Rule#ADAMW}: the pull of parameters towards zero
 */
public record OptimizerOptions(Rule rule, double momentum, double decay) {
  public OptimizerOptions {
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException("momentum must be >= 0 and < 1, but was " + momentum);
    }
    if (!(decay >= 0) || Double.isInfinite(decay)) {
      throw new IllegalArgumentException("decay must be >= 0 and finite, but was " + decay);
    }
  }

  public static OptimizerOptions defaults() {
    return new OptimizerOptions(Rule.ADAM, 0.9, 0.01);
  }

  public OptimizerOptions withRule(Rule rule) {
    return new OptimizerOptions(rule, momentum, decay);
  }

  public OptimizerOptions withMomentum(double momentum) {
    return new OptimizerOptions(rule, momentum, decay);
  }

  public OptimizerOptions withDecay(double decay) {
    return new OptimizerOptions(rule, momentum, decay);
  }

  public Optimizer optimizer(int parameterCount) {
    return rule.optimizer(parameterCount, this);
  }
}
