package io.kith.learner;

import io.kith.base.Parallel;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * AdaGrad (Duchi, Hazan and Singer 2011): every parameter has its own, ever shorter, step.
 *
 * <pre>
 *   s ← s + g²,   θ ← θ − η g / (√s + ε)
 * </pre>
 *
 * <p>Works through the parameters in pieces that fit the cache.
 */
public final class AdaGrad implements Optimizer {
  private static final int PIECE = 1 << 16;
  private static final double EPSILON = 1e-10;

  private final FloatMatrix squares;

  public AdaGrad(int parameterCount) {
    squares = FloatMatrix.allocate(1, parameterCount);
  }

  @Override
  public void step(
      FloatMatrix parameters, FloatMatrix gradient, double learningRate, Parallel parallel) {
    int count = squares.columns();
    parallel.run(
        (count + PIECE - 1) / PIECE,
        piece -> {
          try (PointerScope scope = Engine.scope()) {
            long from = (long) piece * PIECE;
            long length = Math.min(PIECE, count - from);
            Tensor g = gradient.tensor().narrow(1, from, length);
            Tensor s = squares.tensor().narrow(1, from, length).addcmul_(g, g);
            Tensor divisor = s.sqrt().add_(new Scalar(EPSILON));
            parameters
                .tensor()
                .narrow(1, from, length)
                .addcdiv_(g, divisor, new Scalar(-learningRate));
          }
        });
  }

  @Override
  public void close() {
    squares.close();
  }
}
