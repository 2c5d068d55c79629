package io.kith.graph;

/** Turns the distance of two rows into their affinity: 1 when they are equal, less when not. */
public sealed interface AffinityKernel {
  double affinity(double distance);

  /** The width of the kernel. */
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

  private static void requireSigma(double sigma) {
    if (!(sigma > 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException("sigma must be > 0 and finite, but was " + sigma);
    }
  }
}
