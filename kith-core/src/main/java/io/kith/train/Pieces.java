package io.kith.train;

import io.kith.base.Parallel;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** A long vector cut into pieces that fit the cache, whoever works on them. */
final class Pieces {
  static final int LENGTH = 1 << 16;

  private Pieces() {}

  /** Works on one piece of a vector. */
  @FunctionalInterface
  interface Work {
    void on(int piece, int from, int count);
  }

  static int count(int length) {
    return (length + LENGTH - 1) / LENGTH;
  }

  static void runWhole(int length, Parallel parallel, Work work) {
    parallel.runWhole(
        count(length),
        piece -> work.on(piece, piece * LENGTH, Math.min(LENGTH, length - piece * LENGTH)));
  }

  /** mean ← (v_0 + v_1 + …) / k, in that order for every entry of the piece; mean may be v_0. */
  static void average(List<FloatMatrix> vectors, FloatMatrix mean, int from, int count) {
    try (PointerScope scope = Engine.scope()) {
      Tensor sum = mean.tensor().narrow(1, from, count);
      if (mean != vectors.get(0)) {
        sum.copy_(vectors.get(0).tensor().narrow(1, from, count));
      }
      for (FloatMatrix vector : vectors.subList(1, vectors.size())) {
        sum.add_(vector.tensor().narrow(1, from, count));
      }
      sum.mul_(new Scalar(1f / vectors.size()));
    }
  }
}
