package io.kith.learner;

import io.kith.base.Seed;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Sets random entries of a matrix to zero, in place.
 *
 * <p>Each 64-bit number of a SplitMix64 sequence decides over four entries, 16 bits each: a quarter
 * of the random numbers, at a resolution of 1/65536 in the probability. Survivors are not scaled
 * here; the next layer's matrix product does it for free.
 */
final class Dropout {
  private static final long GAMMA = 0x9e3779b97f4a7c15L;

  private final int dropBelow;
  private final double keptScale;

  Dropout(double probability) {
    int of65536 = (int) Math.round(probability * 65536);
    this.dropBelow = Short.MIN_VALUE + of65536;
    this.keptScale = 65536.0 / (65536 - of65536);
  }

  /** A 16-bit draw below this drops an entry. */
  int dropBelow() {
    return dropBelow;
  }

  boolean isActive() {
    return dropBelow > Short.MIN_VALUE;
  }

  /** One divided by the probability of being kept. */
  double keptScale() {
    return keptScale;
  }

  /** Zeroes entries of a contiguous matrix; the caller's scope owns the temporary memory. */
  void apply(Tensor matrix, Seed seed) {
    long entries = matrix.numel();
    long[] bits = new long[Math.toIntExact((entries + 3) / 4)];
    long state = seed.value();
    for (int i = 0; i < bits.length; i++) {
      long z = state + (i + 1L) * GAMMA;
      z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
      z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
      bits[i] = z ^ (z >>> 31);
    }
    LongPointer drawn = new LongPointer(bits);
    Tensor draws =
        torch
            .from_blob(drawn, new long[] {4L * bits.length}, new TensorOptions(ScalarType.Short))
            .narrow(0, 0, entries)
            .view(matrix.size(0), matrix.size(1));
    matrix.masked_fill_(draws.lt(new Scalar(dropBelow)), new Scalar(0f));
  }
}
