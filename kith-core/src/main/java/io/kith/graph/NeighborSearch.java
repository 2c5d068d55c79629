package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.FloatMatrix;

/**
 * Finds the nearest rows of every row.
 *
 * <p>What is found does not depend on the number of threads. Immutable; threads may share it.
 */
public interface NeighborSearch {
  /**
   * The {@code k} nearest other rows of every row.
   *
   * @throws BadInputException when there are not more than {@code k} rows
   */
  Neighbors search(FloatMatrix rows, int k, Parallel parallel, Progress progress);

  /**
   * The {@code k} nearest rows of each of some other rows, the queries. A query that is also one of
   * the rows finds itself.
   *
   * @throws BadInputException when there are fewer than {@code k} rows
   */
  Neighbors query(
      FloatMatrix rows, FloatMatrix queries, int k, Parallel parallel, Progress progress);

  /** Refuses to look for more neighbours than a row can have. */
  static void requireEnoughRows(int available, int k) {
    if (k < 1) {
      throw new IllegalArgumentException("neighbors must be >= 1, but was " + k);
    }
    if (available < k) {
      throw new BadInputException(
          "a graph of "
              + k
              + " neighbours needs more than "
              + k
              + " rows, but there are "
              + (available + 1)
              + ": give more rows or a smaller --neighbors.");
    }
  }
}
