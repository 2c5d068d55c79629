package io.kith.spark;

import java.io.Serializable;

/**
 * Some rows of the symmetric affinity matrix: for the row {@code ids[i]} its neighbours and weights
 * are those from {@code offsets[i]} to {@code offsets[i + 1]}, neighbours ascending.
 *
 * <p>A class, because Spark's Kryo serializer knows no records.
 */
public final class GraphChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] ids;
  private final int[] offsets;
  private final int[] neighbors;
  private final float[] weights;

  public GraphChunk(int[] ids, int[] offsets, int[] neighbors, float[] weights) {
    if (offsets.length != ids.length + 1 || neighbors.length != weights.length) {
      throw new IllegalArgumentException(
          String.format(
              "%d ids go with one offset more, and %d neighbours with as many weights, but there"
                  + " were %d and %d",
              ids.length, neighbors.length, offsets.length, weights.length));
    }
    this.ids = ids;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.weights = weights;
  }

  public int size() {
    return ids.length;
  }

  public int[] ids() {
    return ids;
  }

  public int[] offsets() {
    return offsets;
  }

  public int[] neighbors() {
    return neighbors;
  }

  public float[] weights() {
    return weights;
  }
}
