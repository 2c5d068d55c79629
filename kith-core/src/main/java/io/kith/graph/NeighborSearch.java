package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.FloatMatrix;

/** Finds the nearest rows of every row by Euclidean distance. */
public interface NeighborSearch {
  /**
   * The {@code k} nearest other rows of every row.
   *
   * @throws IllegalArgumentException when there are not more than {@code k} rows
   */
  Neighbors search(FloatMatrix rows, int k, Parallel parallel, Progress progress);
}
