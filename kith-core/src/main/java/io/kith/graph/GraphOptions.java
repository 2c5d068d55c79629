package io.kith.graph;

/**
 * How rows become a graph.
 *
 * @param neighbors how many nearest rows each row chooses
 * @param kernel how distance becomes weight
 * @param sigma the kernel's width; 0 means the median neighbour distance
 * @param symmetrization when two rows are joined
 */
public record GraphOptions(
    int neighbors, Kernel kernel, double sigma, Symmetrization symmetrization) {
  public GraphOptions {
    if (neighbors < 1) {
      throw new IllegalArgumentException("neighbors must be >= 1, but was " + neighbors);
    }
    if (!(sigma >= 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException(
          "sigma must be > 0, or 0 for the median distance, but was " + sigma);
    }
  }

  public static GraphOptions defaults() {
    return new GraphOptions(10, Kernel.RBF, 0, Symmetrization.UNION);
  }

  public GraphOptions withNeighbors(int neighbors) {
    return new GraphOptions(neighbors, kernel, sigma, symmetrization);
  }

  public GraphOptions withKernel(Kernel kernel) {
    return new GraphOptions(neighbors, kernel, sigma, symmetrization);
  }

  public GraphOptions withSigma(double sigma) {
    return new GraphOptions(neighbors, kernel, sigma, symmetrization);
  }

  public GraphOptions withSymmetrization(Symmetrization symmetrization) {
    return new GraphOptions(neighbors, kernel, sigma, symmetrization);
  }

  /** The kernel with its width, taken from the distances at hand when none was given. */
  public AffinityKernel kernelFor(Neighbors found) {
    if (sigma > 0) {
      return kernel.with(sigma);
    }
    double median = found.medianDistance();
    return kernel.with(median > 0 ? median : 1); // all neighbours identical: every weight is 1
  }
}
