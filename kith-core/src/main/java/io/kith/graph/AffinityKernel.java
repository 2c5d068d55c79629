package io.kith.graph;

import java.io.Serializable;

/**
 * Turns the distance of two rows into their affinity: 1 when they are equal, less when not.
 *
 * <p>Serializable, because rows may be joined on another machine than the kernel was fitted on.
 */
public sealed interface AffinityKernel extends Serializable
    permits AffinityKernel.Rbf,
        AffinityKernel.RbfUnsquared,
        AffinityKernel.Cosine,
        AffinityKernel.Constant,
        LocalRbf {
  /** The affinity of two rows of which nothing is known but their distance. */
  double affinity(double distance);

  /** The affinity of two given rows. */
  default double affinity(int row, int other, double distance) {
    return affinity(distance);
  }

  /** The width of the kernel, 0 where it has none. */
  double sigma();

  /** exp(−d² / 2σ²). */
  record Rbf(double sigma) implements AffinityKernel {
    public Rbf {
      requireSigma(sigma);
    }

    @Override
    public double affinity(double distance) {
      return Math.exp(-distance * distance / (2 * sigma * sigma));
    }
  }

  /** exp(−d / 2σ²), the form printed in the paper. */
  record RbfUnsquared(double sigma) implements AffinityKernel {
    public RbfUnsquared {
      requireSigma(sigma);
    }

    @Override
    public double affinity(double distance) {
      return Math.exp(-distance / (2 * sigma * sigma));
    }
  }

  /** 1 − d, which is the cosine where d is the cosine distance. */
  record Cosine() implements AffinityKernel {
    @Override
    public double affinity(double distance) {
      return 1 - distance;
    }

    @Override
    public double sigma() {
      return 0;
    }
  }

  /** 1 for every pair: who is joined counts, not how far apart they are. */
  record Constant() implements AffinityKernel {
    @Override
    public double affinity(double distance) {
      return 1;
    }

    @Override
    public double sigma() {
      return 0;
    }
  }

  private static void requireSigma(double sigma) {
    if (!(sigma > 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException("sigma must be > 0 and finite, but was " + sigma);
    }
  }
}
