package io.kith.graph;

/**
 * The k nearest rows of every row, nearest first, with their distances.
 *
 * <p>Rows at equal distance are ordered by number; a row is never its own neighbour. Immutable;
 * threads may share it.
 */
public final class Neighbors {
  private final int count;
  private final int[] ids;
  private final float[] distances;

  /** Takes over the arrays: {@code count} ids and distances a row, row after row. */
  Neighbors(int count, int[] ids, float[] distances) {
    this.count = count;
    this.ids = ids;
    this.distances = distances;
  }

  /** How many rows there are. */
  public int size() {
    return ids.length / count;
  }

  /** How many neighbours each row has. */
  public int count() {
    return count;
  }

  /** The row that is the {@code rank}-th nearest, counted from 0. */
  public int id(int row, int rank) {
    return ids[row * count + rank];
  }

  public float distance(int row, int rank) {
    return distances[row * count + rank];
  }

  /** The median over all neighbour distances; the lower of the two middle ones if even. */
  public float medianDistance() {
    float[] sorted = distances.clone();
    java.util.Arrays.parallelSort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }
}
