package io.kith.spark.graph;

import io.kith.spark.RowChunk;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Gathers pivots near each other into groups that own about as many rows each.
 *
 * <p>All pivots are cut in two where the rows they own are halved along a line between two pivots
 * far apart, then each half again, until a group owns few enough rows. A group is not cut where
 * that would leave next to no rows on one side, so one pivot with very many rows stays too large.
 *
 * <p>On the driver; the outcome depends on the arguments alone.
 */
final class PivotGroups {
  private final float[] points;
  private final int columns;
  private final long[] owned;
  private final long most;
  private final long fewest;
  private final int[] groupOf;
  private int groups;

  /**
   * Makes the groups.
   *
   * @param unitLength whether only the direction of a pivot counts
   * @param owned how many rows are nearest to each pivot
   * @param most rows of a group at most
   * @param fewest rows of a group at least
   */
  PivotGroups(RowChunk pivots, boolean unitLength, long[] owned, long most, long fewest) {
    this.columns = pivots.columns();
    this.points = unitLength ? unit(pivots) : pivots.features();
    this.owned = owned;
    this.most = most;
    this.fewest = fewest;
    this.groupOf = new int[pivots.size()];
    int[] all = new int[pivots.size()];
    Arrays.setAll(all, i -> i);
    cut(all);
  }

  int count() {
    return groups;
  }

  /** The group of each pivot. */
  int[] groupOf() {
    return groupOf;
  }

  private void cut(int[] some) {
    int half = sum(some) > most ? halve(some) : 0;
    if (half == 0) {
      for (int pivot : some) {
        groupOf[pivot] = groups;
      }
      groups++;
      return;
    }
    cut(Arrays.copyOf(some, half));
    cut(Arrays.copyOfRange(some, half, some.length));
  }

  /** Sorts the pivots along a line; how many make the first half, 0 where they stay together. */
  private int halve(int[] some) {
    sortAlong(line(some), some);
    long total = sum(some);
    long before = 0;
    long bestSmaller = fewest - 1;
    int best = 0;
    for (int i = 1; i < some.length; i++) {
      before += owned[some[i - 1]];
      long smaller = Math.min(before, total - before);
      if (smaller > bestSmaller) {
        best = i;
        bestSmaller = smaller;
      }
    }
    return best;
  }

  /** From the pivot farthest from the first one to the pivot farthest from that. */
  private double[] line(int[] some) {
    int a = farthest(some[0], some);
    int b = farthest(a, some);
    double[] line = new double[columns];
    for (int j = 0; j < columns; j++) {
      line[j] = (double) points[b * columns + j] - points[a * columns + j];
    }
    return line;
  }

  private int farthest(int from, int[] some) {
    int found = from;
    double farthest = 0;
    for (int pivot : some) {
      double squares = 0;
      for (int j = 0; j < columns; j++) {
        double d = (double) points[pivot * columns + j] - points[from * columns + j];
        squares += d * d;
      }
      if (squares > farthest) {
        farthest = squares;
        found = pivot;
      }
    }
    return found;
  }

  private void sortAlong(double[] line, int[] some) {
    double[] places = new double[groupOf.length];
    for (int pivot : some) {
      for (int j = 0; j < columns; j++) {
        places[pivot] += line[j] * points[pivot * columns + j];
      }
    }
    Comparator<Integer> byPlace = Comparator.comparingDouble(pivot -> places[pivot]);
    Integer[] sorted = Arrays.stream(some).boxed().toArray(Integer[]::new);
    Arrays.sort(sorted, byPlace.thenComparing(Comparator.naturalOrder()));
    Arrays.setAll(some, i -> sorted[i]);
  }

  private long sum(int[] some) {
    return Arrays.stream(some).mapToLong(pivot -> owned[pivot]).sum();
  }

  private static float[] unit(RowChunk pivots) {
    int columns = pivots.columns();
    float[] scaled = pivots.features().clone();
    for (int from = 0; from < scaled.length; from += columns) {
      double squares = 0;
      for (int j = from; j < from + columns; j++) {
        squares += (double) scaled[j] * scaled[j];
      }
      for (int j = from; j < from + columns && squares > 0; j++) {
        scaled[j] /= (float) Math.sqrt(squares);
      }
    }
    return scaled;
  }
}
