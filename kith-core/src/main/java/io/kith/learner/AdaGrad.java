package io.kith.learner;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * AdaGrad (Duchi, Hazan and Singer 2011): every parameter has its own, ever shorter, step.
 *
 * <pre>
 *   s ← s + g²,   θ ← θ − η g / (√s + ε)
 * </pre>
 */
public final class AdaGrad extends Optimizer {
  private static final double EPSILON = 1e-10;

  public AdaGrad(int parameterCount) {
    super(parameterCount, 1);
  }

  @Override
  AdaGrad fresh() {
    return new AdaGrad(parameterCount());
  }

  @Override
  void update(Tensor theta, Tensor gradient, Tensor[] state, double rate, long step) {
    Tensor squares = state[0].addcmul_(gradient, gradient);
    theta.addcdiv_(gradient, squares.sqrt().add_(new Scalar(EPSILON)), new Scalar(-rate));
  }
}
