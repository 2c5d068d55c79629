package io.kith.train;

import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Shortens a gradient that is longer than allowed: g ← g · min(1, clip / ‖g‖). */
final class Clipping {
  private Clipping() {}

  static void apply(FloatMatrix gradient, double clip) {
    if (clip == 0) {
      return;
    }
    try (PointerScope scope = Engine.scope()) {
      Tensor g = gradient.tensor();
      double length = Math.sqrt(g.square().to(ScalarType.Double).sum().item_double());
      if (length > clip) {
        g.mul_(new Scalar(clip / length));
      }
    }
  }
}
