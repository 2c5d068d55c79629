package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.engine.Device;
import java.util.Locale;

/**
 * What will be done to find neighbours, why, and what it will take; known before the work begins.
 *
 * <p>The choice depends on the size of the data alone, so the same data are searched in the same
 * way on every machine.
 *
 * @param exact whether all pairs are compared
 * @param effort how hard approximate search tries
 * @param reason why, as the end of a sentence
 */
public record SearchPlan(
    int rows, int columns, int neighbors, boolean exact, SearchEffort effort, String reason) {
  /** Multiplications of exact search that take half a minute or so on two cores. */
  private static final double MOST_PRODUCTS = 2e12;

  /** Nanoseconds that a pair costs besides its inner product; measured on speech and images. */
  private static final double EXACT_OVERHEAD = 2;

  private static final double APPROXIMATE_OVERHEAD = 4;

  /** Nanoseconds that a column of a remembered row costs when whole rows decide. */
  private static final double RANKING = 1;

  /** Of the columns, about how many are left of short rows. */
  private static final double SHORT = 0.25;

  /** The virtual machine, the engine's code and what both keep for themselves. */
  private static final long BASE_BYTES = 400L << 20;

  /** How much more heap the virtual machine takes than is used, unless it is held to less. */
  private static final long HEAP_SLACK = 2;

  private static final long BYTES_PER_THREAD = 32L << 20;

  public static SearchPlan of(int rows, int columns, GraphOptions options) {
    double products = (double) rows * rows * columns / 2;
    boolean few = products <= MOST_PRODUCTS;
    return switch (options.search()) {
      case EXACT -> of(rows, columns, options, true, "as asked");
      case APPROXIMATE -> of(rows, columns, options, false, "as asked");
      case AUTO ->
          of(
              rows,
              columns,
              options,
              few,
              few
                  ? "because all pairs of so few rows are soon compared"
                  : String.format(
                      Locale.ROOT,
                      "because all %.2g pairs would take long",
                      (double) rows * rows / 2));
    };
  }

  private static SearchPlan of(
      int rows, int columns, GraphOptions options, boolean exact, String reason) {
    return new SearchPlan(rows, columns, options.neighbors(), exact, options.effort(), reason);
  }

  public NeighborSearch search(Metric metric, Device device, Seed seed) {
    return exact
        ? new ExactNeighborSearch(metric, device)
        : new ApproximateNeighborSearch(metric, effort.options(), seed);
  }

  public SearchMethod method() {
    return exact ? SearchMethod.EXACT : SearchMethod.APPROXIMATE;
  }

  /**
   * About how long the search will take on so many free cores, each of which multiplies at a rate.
   */
  public double seconds(double flopsPerSecond, int threads) {
    double nanosPerColumn = 2e9 / flopsPerSecond;
    double nanos =
        exact
            ? pairs() * (columns * nanosPerColumn + EXACT_OVERHEAD)
            : pairs() * (SHORT * columns * nanosPerColumn + APPROXIMATE_OVERHEAD);
    double ranking = RANKING * columns * rows * (neighbors + spare());
    return (nanos + ranking) / threads / 1e9;
  }

  /** How many pairs of rows will be compared, about. */
  public double pairs() {
    if (exact) {
      return 0.5 * rows * rows;
    }
    ApproximateOptions options = effort.options();
    double pivots = PivotPartition.pivotCount(rows, options.overlap(), options.leafRows());
    double inLeaves = 0.27 * options.overlap() * options.leafRows();
    double firstRound = 60.0 * options.links() * options.links(); // later ones know most pairs
    double refining = options.rounds() == 0 ? 0 : firstRound * (0.7 + 0.3 * options.rounds());
    return Math.min(0.5 * rows * rows, rows * (pivots + inLeaves + refining));
  }

  /** What will be done and why, for people. */
  public String choice() {
    return method() + ", " + reason;
  }

  /** What it will take, for people. */
  public String estimate(double flopsPerSecond, int threads) {
    double seconds = seconds(flopsPerSecond, threads);
    return String.format(
        Locale.ROOT,
        "about %s if %d %s free, at most %.1f GB",
        seconds < 100
            ? String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds)
            : String.format(Locale.ROOT, "%.0f min", seconds / 60),
        threads,
        threads == 1 ? "core is" : "cores are",
        bytes(threads) / 1e9);
  }

  /** The most memory that search and graph will take, the rows themselves included. */
  public long bytes(int threads) {
    return BASE_BYTES
        + BYTES_PER_THREAD * threads
        + nativeBytes()
        + Math.min(HEAP_SLACK * heapBytes(), Runtime.getRuntime().maxMemory());
  }

  /** Rows and, at their longest, short rows. */
  private long nativeBytes() {
    return 4L * rows * (columns + (exact ? 0 : ShortRows.longest(columns)));
  }

  /** What the heap holds at once: while searching, or while neighbours are joined. */
  private long heapBytes() {
    ApproximateOptions options = effort.options();
    long lists = 8L * (neighbors + spare());
    long links = exact ? 0 : 2 * (9L * options.links() + 4);
    long leaves = exact ? 0 : 12L * options.overlap();
    long joining = neighbors * (8L + 2 * (8 + 8 + 8));
    return rows * Math.max(lists + Math.max(links, leaves) + 8L * neighbors, joining);
  }

  private int spare() {
    return exact ? DistanceRanking.SPARE : effort.options().spare();
  }

  /** Refuses work that would take more memory than is allowed, or than the heap can grow to. */
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
    long heap = Runtime.getRuntime().maxMemory();
    if (heapBytes() > heap) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "the graph of %,d rows needs %,d MB of Java heap, but it may grow to %,d MB only:"
                  + " allow more --memory, or set -Xmx in KITH_JAVA_OPTS.",
              rows,
              heapBytes() >> 20,
              heap >> 20));
    }
  }
}
