package io.kith.learner;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Adam (Kingma and Ba 2015) and, with a decay, AdamW (Loshchilov and Hutter 2019).
 *
 * <pre>
 *   m ← β₁ m + (1 − β₁) g,   v ← β₂ v + (1 − β₂) g²
 *   θ ← θ − η δ θ − η (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)
 * </pre>
 */
public final class Adam extends Optimizer {
  private static final double BETA_1 = 0.9;
  private static final double BETA_2 = 0.999;
  private static final double EPSILON = 1e-8;

  private final double decay;

  public Adam(int parameterCount, double decay) {
    super(parameterCount, 2);
    this.decay = decay;
  }

  @Override
  Adam fresh() {
    return new Adam(parameterCount(), decay);
  }

  @Override
  void update(Tensor theta, Tensor gradient, Tensor[] state, double rate, long step) {
    Tensor mean = state[0].mul_(new Scalar(BETA_1)).add_(gradient, new Scalar(1 - BETA_1));
    Tensor square =
        state[1].mul_(new Scalar(BETA_2)).addcmul_(gradient, gradient, new Scalar(1 - BETA_2));
    double unbiasMean = 1 - Math.pow(BETA_1, step);
    double unbiasSquare = 1 - Math.pow(BETA_2, step);
    Tensor divisor =
        square.sqrt().mul_(new Scalar(1 / Math.sqrt(unbiasSquare))).add_(new Scalar(EPSILON));
    if (decay > 0) {
      theta.mul_(new Scalar(1 - rate * decay));
    }
    theta.addcdiv_(mean, divisor, new Scalar(-rate / unbiasMean));
  }
}
