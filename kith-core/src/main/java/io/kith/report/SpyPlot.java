package io.kith.report;

import java.util.Arrays;

/**
 * Where a large sparse square matrix has its entries: entries are counted in bins x bins cells.
 *
 * @param size rows of the matrix
 * @param cells one character a cell, row after row: how many entries, as a digit of base 36 that
 *     stops at 35
 */
public record SpyPlot(int size, int bins, String cells) implements Chart {
  private static final int MOST = 35;

  /** Counts entries on the way to a plot. */
  public static final class Counter {
    private final int size;
    private final int bins;
    private final int[] counts;

    public Counter(int size, int bins) {
      this.size = size;
      this.bins = Math.min(bins, size);
      this.counts = new int[this.bins * this.bins];
    }

    public void add(int row, int column) {
      int r = (int) ((long) row * bins / size);
      int c = (int) ((long) column * bins / size);
      counts[r * bins + c]++;
    }

    public SpyPlot plot() {
      StringBuilder cells = new StringBuilder(counts.length);
      Arrays.stream(counts).forEach(n -> cells.append(Character.forDigit(Math.min(n, MOST), 36)));
      return new SpyPlot(size, bins, cells.toString());
    }
  }
}
