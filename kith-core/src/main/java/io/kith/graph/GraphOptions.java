package io.kith.graph;

/**
 * How rows become a graph.
 *
 * @param neighbors how many nearest rows each row chooses
 * @param metric what "near" means
 * @param search exact or approximate search, or whichever suits the number of rows
 * @param effort how hard approximate search tries
 * @param kernel how distance becomes weight
 * @param sigma the kernel's width; 0 means the median neighbour distance
 * @param symmetrization when two rows are joined
 * @param memoryMegabytes the memory that building may take in all; 0 means no limit
 * @param file a graph to take instead of building one, "" for none
 */
public record GraphOptions(
    int neighbors,
    Metric metric,
    SearchMethod search,
    SearchEffort effort,
    Kernel kernel,
    double sigma,
    Symmetrization symmetrization,
    long memoryMegabytes,
    String file) {
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
        10,
        Metric.EUCLIDEAN,
        SearchMethod.AUTO,
        SearchEffort.NORMAL,
        Kernel.RBF,
        0,
        Symmetrization.UNION,
        0,
        "");
  }

  public GraphOptions withNeighbors(int neighbors) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  /** Metric and kernel in one, because not every kernel suits every metric. */
  public GraphOptions withMetric(Metric metric, Kernel kernel) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withSearch(SearchMethod search) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withEffort(SearchEffort effort) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withKernel(Kernel kernel) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withSigma(double sigma) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withSymmetrization(Symmetrization symmetrization) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withMemoryMegabytes(long memoryMegabytes) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  public GraphOptions withFile(String file) {
    return new GraphOptions(
        neighbors, metric, search, effort, kernel, sigma, symmetrization, memoryMegabytes, file);
  }

  /** Whether a graph is taken from a file instead of being built. */
  public boolean isGiven() {
    return !file.isEmpty();
  }

  /** Whether the neighbours found for these options are those of the others, too. */
  public boolean hasNeighborsOf(GraphOptions other) {
    return neighbors == other.neighbors
        && metric == other.metric
        && search == other.search
        && effort == other.effort;
  }

  /** The kernel with its width, taken from the distances at hand when none was given. */
  public AffinityKernel kernelFor(NeighborDistances found) {
    return kernel.fit(sigma, found);
  }
}
