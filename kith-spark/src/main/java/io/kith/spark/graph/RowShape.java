package io.kith.spark.graph;

import io.kith.spark.RowChunk;
import java.io.Serializable;
import org.apache.spark.api.java.JavaRDD;

/** How many rows there are, and how many features each has. */
record RowShape(int rows, int columns) {
  /**
   * Counts.
   *
   * @throws IllegalArgumentException when rows are not numbered from 0 on, or differ in length
   */
  static RowShape of(JavaRDD<RowChunk> rows) {
    Count count =
        rows.filter(chunk -> chunk.size() > 0).map(Count::of).fold(Count.NOTHING, Count::plus);
    if (count.rows > 0 && (count.least != 0 || count.most != count.rows - 1)) {
      throw new IllegalArgumentException(
          String.format(
              "rows must be numbered 0..%d, but are from %d to %d",
              count.rows - 1, count.least, count.most));
    }
    return new RowShape((int) count.rows, count.columns);
  }

  private record Count(long rows, int columns, int least, int most) implements Serializable {
    static final Count NOTHING = new Count(0, 0, Integer.MAX_VALUE, Integer.MIN_VALUE);

    static Count of(RowChunk chunk) {
      int least = Integer.MAX_VALUE;
      int most = Integer.MIN_VALUE;
      for (int id : chunk.ids()) {
        least = Math.min(least, id);
        most = Math.max(most, id);
      }
      return new Count(chunk.size(), chunk.columns(), least, most);
    }

    Count plus(Count other) {
      if (rows > 0 && other.rows > 0 && columns != other.columns) {
        throw new IllegalArgumentException(
            "rows must all have as many features, but some have "
                + columns
                + " and some "
                + other.columns);
      }
      return new Count(
          rows + other.rows,
          Math.max(columns, other.columns),
          Math.min(least, other.least),
          Math.max(most, other.most));
    }
  }
}
