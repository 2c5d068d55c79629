package io.kith.graph;

/** The kernels that can be asked for by name. */
public enum Kernel {
  RBF("rbf") {
    @Override
    AffinityKernel fit(double sigma, NeighborDistances found) {
      return new AffinityKernel.Rbf(widthOr(sigma, found));
    }
  },
  /** With a width of its own for each row. */
  RBF_LOCAL("rbf-local") {
    @Override
    AffinityKernel fit(double sigma, NeighborDistances found) {
      return new LocalRbf(found);
    }
  },
  RBF_UNSQUARED("rbf-unsquared") {
    @Override
    AffinityKernel fit(double sigma, NeighborDistances found) {
      return new AffinityKernel.RbfUnsquared(widthOr(sigma, found));
    }
  },
  COSINE("cosine") {
    @Override
    AffinityKernel fit(double sigma, NeighborDistances found) {
      return new AffinityKernel.Cosine();
    }
  },
  CONSTANT("constant") {
    @Override
    AffinityKernel fit(double sigma, NeighborDistances found) {
      return new AffinityKernel.Constant();
    }
  };

  private final String text;

  Kernel(String text) {
    this.text = text;
  }

  /** The kernel for the distances at hand; a width of 0 means their median. */
  abstract AffinityKernel fit(double sigma, NeighborDistances found);

  /** Whether one width for all rows can be given. */
  boolean hasSigma() {
    return this == RBF || this == RBF_UNSQUARED;
  }

  private static double widthOr(double sigma, NeighborDistances found) {
    if (sigma > 0) {
      return sigma;
    }
    double median = found.medianDistance();
    return median > 0 ? median : 1; // all neighbours identical: every weight is 1
  }

  @Override
  public String toString() {
    return text;
  }
}
