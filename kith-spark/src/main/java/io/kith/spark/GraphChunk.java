package io.kith.spark;

import java.io.Serializable;

/**
 * Some rows of the symmetric affinity matrix: for the row {@code ids[i]} its neighbours and weights
 * are those from {@code offsets[i]} to {@code offsets[i + 1]}, neighbours ascending.
 */
public record GraphChunk(int[] ids, int[] offsets, int[] neighbors, float[] weights)
    implements Serializable {
  public GraphChunk {
    if (offsets.length != ids.length + 1 || neighbors.length != weights.length) {
      throw new IllegalArgumentException(
          String.format(
              "%d ids go with one offset more, and %d neighbours with as many weights, but there"
                  + " were %d and %d",
              ids.length, neighbors.length, offsets.length, weights.length));
    }
  }

  public int size() {
    return ids.length;
  }
}
