package io.kith.spark.graph;

import java.io.Serializable;

/**
 * The nearest rows of some rows: {@code count} neighbours and distances a row, nearest first.
 *
 * @param ids the rows that have these neighbours
 */
public record NeighborChunk(int[] ids, int count, int[] neighbors, float[] distances)
    implements Serializable {
  public NeighborChunk {
    if (neighbors.length != (long) ids.length * count || distances.length != neighbors.length) {
      throw new IllegalArgumentException(
          String.format(
              "%d rows of %d neighbours go with as many distances, but there were %d and %d",
              ids.length, count, neighbors.length, distances.length));
    }
  }

  public int size() {
    return ids.length;
  }

  /** The rows {@code from} to {@code to - 1} of this chunk. */
  NeighborChunk part(int from, int to) {
    return new NeighborChunk(
        java.util.Arrays.copyOfRange(ids, from, to),
        count,
        java.util.Arrays.copyOfRange(neighbors, from * count, to * count),
        java.util.Arrays.copyOfRange(distances, from * count, to * count));
  }
}
