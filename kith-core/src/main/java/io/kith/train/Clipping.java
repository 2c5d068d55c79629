package io.kith.train;

import io.kith.base.Parallel;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Shortens a gradient that is longer than allowed: g ← g · min(1, clip / ‖g‖). */
final class Clipping {
  private Clipping() {}

  static void apply(FloatMatrix gradient, double clip, Parallel parallel) {
    if (clip == 0) {
      return;
    }
    double length = Math.sqrt(squares(gradient, parallel));
    if (length > clip) {
      Pieces.runWhole(
          gradient.columns(),
          parallel,
          (piece, from, count) -> {
            try (PointerScope scope = Engine.scope()) {
              gradient.tensor().narrow(1, from, count).mul_(new Scalar(clip / length));
            }
          });
    }
  }

  private static double squares(FloatMatrix gradient, Parallel parallel) {
    double[] sums = new double[Pieces.count(gradient.columns())];
    Pieces.runWhole(
        gradient.columns(),
        parallel,
        (piece, from, count) -> {
          try (PointerScope scope = Engine.scope()) {
            Tensor g = gradient.tensor().narrow(1, from, count).to(ScalarType.Double);
            sums[piece] = g.square().sum().item_double();
          }
        });
    double sum = 0;
    for (double each : sums) {
      sum += each;
    }
    return sum;
  }
}
