package io.kith.graph;

import io.kith.data.Labels;
import java.util.Arrays;

/**
 * The k nearest rows of every row, nearest first, with their distances.
 *
 * <p>Rows at equal distance are ordered by number; a row is never its own neighbour. Immutable;
 * threads may share it.
 */
public final class Neighbors implements NeighborDistances {
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

  @Override
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

  /** Of neighbours that both have a label, the share that have the same one; NaN without any. */
  public double agreement(Labels labels) {
    long both = 0;
    long same = 0;
    for (int i = 0; i < size(); i++) {
      for (int r = 0; labels.isLabeled(i) && r < count; r++) {
        if (labels.isLabeled(id(i, r))) {
          both++;
          same += labels.label(i) == labels.label(id(i, r)) ? 1 : 0;
        }
      }
    }
    return (double) same / both;
  }

  @Override
  public float medianDistance() {
    float[] sorted = distances.clone();
    Arrays.parallelSort(sorted);
    return sorted[(sorted.length - 1) / 2];
  }

  @Override
  public float[] distancesAt(int rank) {
    float[] ofRank = new float[size()];
    for (int i = 0; i < ofRank.length; i++) {
      ofRank[i] = distance(i, rank);
    }
    return ofRank;
  }
}
