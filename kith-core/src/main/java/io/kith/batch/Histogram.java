package io.kith.batch;

/**
 * How many values lie in each of several equally wide bins; the last one holds its upper end too.
 *
 * <p>Immutable; threads may share it.
 */
public final class Histogram {
  private final double low;
  private final double high;
  private final int[] counts;

  private Histogram(double low, double high, int[] counts) {
    this.low = low;
    this.high = high;
    this.counts = counts;
  }

  /** Values beyond the ends count with the bin at that end. */
  public static Histogram of(double[] values, double low, double high, int bins) {
    if (bins < 1 || !(high > low)) {
      throw new IllegalArgumentException(
          "bins must be >= 1 and low < high, but were " + bins + ", " + low + " and " + high);
    }
    int[] counts = new int[bins];
    for (double value : values) {
      int bin = (int) Math.floor((value - low) / (high - low) * bins);
      counts[Math.max(0, Math.min(bin, bins - 1))]++;
    }
    return new Histogram(low, high, counts);
  }

  /** How many bins there are. */
  public int size() {
    return counts.length;
  }

  public int count(int bin) {
    return counts[bin];
  }

  public int[] counts() {
    return counts.clone();
  }

  /** Where a bin begins; that of {@code size()} is where the last one ends. */
  public double from(int bin) {
    return low + (high - low) * bin / counts.length;
  }
}
