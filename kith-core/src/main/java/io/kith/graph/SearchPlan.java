package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import java.util.Locale;

/**
 * What will be done to find neighbours, why, and what it will take; known before the work begins.
 *
 * <p>The choice depends on the size of the data alone, so the same data are searched in the same
 * way on every machine.
 *
 * @param exact whether all pairs are compared
 * @param reason why, as the end of a sentence
 */
public record SearchPlan(int rows, int columns, int neighbors, boolean exact, String reason) {
  /** Multiplications of exact search that take half a minute or so on two cores. */
  private static final double MOST_PRODUCTS = 2e12;

  /** Nanoseconds that a pair costs besides its inner product; measured on 351 columns. */
  private static final double EXACT_OVERHEAD = 2;

  private static final double APPROXIMATE_OVERHEAD = 8;

  /** The virtual machine, the engine's code and what both keep for themselves. */
  private static final long BASE_BYTES = 400L << 20;

  /** How much more heap the virtual machine takes than is used, seen on a million rows. */
  private static final long HEAP_SLACK = 2;

  private static final long BYTES_PER_THREAD = 32L << 20;

  public static SearchPlan of(int rows, int columns, GraphOptions options) {
    double products = (double) rows * rows * columns / 2;
    boolean few = products <= MOST_PRODUCTS;
    return switch (options.search()) {
      case EXACT -> new SearchPlan(rows, columns, options.neighbors(), true, "as asked");
      case APPROXIMATE -> new SearchPlan(rows, columns, options.neighbors(), false, "as asked");
      case AUTO ->
          new SearchPlan(
              rows,
              columns,
              options.neighbors(),
              few,
              few
                  ? "because all pairs of so few rows are soon compared"
                  : String.format(
                      Locale.ROOT,
                      "because all %.2g pairs would take long",
                      (double) rows * rows / 2));
    };
  }

  public NeighborSearch search(Metric metric, Seed seed) {
    return exact
        ? new ExactNeighborSearch(metric)
        : new ApproximateNeighborSearch(metric, ApproximateOptions.defaults(), seed);
  }

  public SearchMethod method() {
    return exact ? SearchMethod.EXACT : SearchMethod.APPROXIMATE;
  }

  /** About how long the search will take at a rate of matrix products per thread. */
  public double seconds(double flopsPerSecond, int threads) {
    double nanosPerProduct = 2e9 * columns / flopsPerSecond;
    double nanosPerPair = nanosPerProduct + (exact ? EXACT_OVERHEAD : APPROXIMATE_OVERHEAD);
    return pairs() * nanosPerPair / threads / 1e9;
  }

  /** How many pairs of rows will be compared, about. */
  public double pairs() {
    if (exact) {
      return 0.5 * rows * rows;
    }
    ApproximateOptions options = ApproximateOptions.defaults();
    double pivots = PivotPartition.pivotCount(rows, options.overlap(), options.leafRows());
    double inLeaves = 0.25 * options.overlap() * options.leafRows();
    return rows * (pivots + inLeaves + (double) options.rounds() * options.candidates());
  }

  /** The most memory that search and graph will take, the rows themselves included. */
  public long bytes(int threads) {
    long listed = neighbors + DistanceRanking.SPARE;
    long overlap = exact ? 0 : ApproximateOptions.defaults().overlap();
    long searching = 8 * listed + 12 * overlap + (exact ? 0 : 22 * listed);
    long joining = neighbors * (8L + 2 * (8 + 8 + 8));
    return BASE_BYTES
        + BYTES_PER_THREAD * threads
        + rows * (4L * columns + HEAP_SLACK * Math.max(searching + 8L * neighbors, joining));
  }

  /** Refuses work that would take more memory than is allowed. */
  void requireMemory(long megabytes, int threads) {
    if (megabytes > 0 && bytes(threads) > megabytes << 20) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the graph of %,d rows needs about %,d MB (%,d MB of it the rows), more than the"
                  + " %,d MB of --memory: allow more, or use fewer rows or --neighbors.",
              rows,
              bytes(threads) >> 20,
              4L * rows * columns >> 20,
              megabytes));
    }
  }
}
