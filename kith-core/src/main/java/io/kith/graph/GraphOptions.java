package io.kith.graph;

/**
 * How rows become a graph.
 *
 * @param neighbors how many nearest rows each row chooses
 * @param metric what "near" means
 * @param search exact or approximate search, or whichever suits the number of rows
 * @param kernel how distance becomes weight
 * @param sigma the kernel's width; 0 means the median neighbour distance
 * @param symmetrization when two rows are joined
 * @param memoryMegabytes the memory that building may take in all; 0 means no limit
 */
public record GraphOptions(
    int neighbors,
    Metric metric,
    SearchMethod search,
    Kernel kernel,
    double sigma,
    Symmetrization symmetrization,
    long memoryMegabytes) {
  public GraphOptions {
    if (neighbors < 1) {
      throw new IllegalArgumentException("neighbors must be >= 1, but was " + neighbors);
    }
    if (!(sigma >= 0) || Double.isInfinite(sigma)) {
      throw new IllegalArgumentException(
          "sigma must be > 0, or 0 for the median distance, but was " + sigma);
    }
    if (sigma > 0 && !kernel.hasSigma()) {
      throw new IllegalArgumentException(
          "sigma must be left out for the kernel " + kernel + ", but was " + sigma);
    }
    if (kernel == Kernel.COSINE && metric != Metric.COSINE) {
      throw new IllegalArgumentException(
          "metric must be cosine for the kernel cosine, but was " + metric);
    }
    if (metric == Metric.INNER_PRODUCT && kernel != Kernel.CONSTANT) {
      throw new IllegalArgumentException(
          "kernel must be constant for the metric inner-product, which has negative distances,"
              + " but was "
              + kernel);
    }
    if (memoryMegabytes < 0) {
      throw new IllegalArgumentException(
          "memoryMegabytes must be >= 1, or 0 for no limit, but was " + memoryMegabytes);
    }
  }

  public static GraphOptions defaults() {
    return new GraphOptions(
        10, Metric.EUCLIDEAN, SearchMethod.AUTO, Kernel.RBF, 0, Symmetrization.UNION, 0);
  }

  public GraphOptions withNeighbors(int neighbors) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  /** Metric and kernel in one, because not every kernel suits every metric. */
  public GraphOptions withMetric(Metric metric, Kernel kernel) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  public GraphOptions withSearch(SearchMethod search) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  public GraphOptions withKernel(Kernel kernel) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  public GraphOptions withSigma(double sigma) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  public GraphOptions withSymmetrization(Symmetrization symmetrization) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  public GraphOptions withMemoryMegabytes(long memoryMegabytes) {
    return new GraphOptions(
        neighbors, metric, search, kernel, sigma, symmetrization, memoryMegabytes);
  }

  /** Whether the neighbours found for these options are those of the others, too. */
  public boolean hasNeighborsOf(GraphOptions other) {
    return neighbors == other.neighbors && metric == other.metric && search == other.search;
  }

  /** The kernel with its width, taken from the distances at hand when none was given. */
  public AffinityKernel kernelFor(Neighbors found) {
    return kernel.fit(sigma, found);
  }
}
