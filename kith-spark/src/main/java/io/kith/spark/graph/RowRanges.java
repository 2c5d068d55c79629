package io.kith.spark.graph;

import java.io.Serializable;

/**
 * Cuts the numbers of all rows into ranges, one for each Spark partition of a graph.
 *
 * <p>How many there are depends on the number of rows alone. There are never many more than 2000,
 * because neighbours send each other pieces from every range to every range.
 */
record RowRanges(int rows, int rowsOfRange) implements Serializable {
  private static final int FEWEST_ROWS = 4096;
  private static final int MOST_RANGES = 2000;

  static RowRanges of(int rows) {
    return new RowRanges(rows, Math.max(FEWEST_ROWS, (rows - 1) / MOST_RANGES + 1));
  }

  int count() {
    return (rows - 1) / rowsOfRange + 1;
  }

  /** The range that a row is in. */
  int rangeOf(int row) {
    return row / rowsOfRange;
  }

  int begin(int range) {
    return range * rowsOfRange;
  }

  int size(int range) {
    return Math.min(rows - begin(range), rowsOfRange);
  }
}
