package io.kith.learner;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Stochastic gradient descent with momentum (Polyak 1964): steps remember where they were going.
 *
 * <pre>
 *   v ← μ v + g,   θ ← θ − η v
 * </pre>
 */
public final class MomentumSgd extends Optimizer {
  private final double momentum;

  public MomentumSgd(int parameterCount, double momentum) {
    super(parameterCount, 1);
    this.momentum = momentum;
  }

  @Override
  MomentumSgd fresh() {
    return new MomentumSgd(parameterCount(), momentum);
  }

  @Override
  void update(Tensor theta, Tensor gradient, Tensor[] state, double rate, long step) {
    Tensor velocity = state[0].mul_(new Scalar(momentum)).add_(gradient);
    theta.add_(velocity, new Scalar(-rate));
  }
}
