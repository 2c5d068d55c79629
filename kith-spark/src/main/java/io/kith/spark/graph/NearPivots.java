package io.kith.spark.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.FloatMatrix;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.Metric;
import io.kith.graph.Neighbors;
import io.kith.spark.RowChunk;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;

/**
 * The pivots nearest to each row of a chunk, nearest first.
 *
 * @param ids the rows
 * @param follow how many pivots a row has
 */
record NearPivots(int[] ids, int follow, int[] pivots) implements Serializable {

  static NearPivots of(RowChunk rows, RowChunk pivots, int follow, Metric metric) {
    int each = Math.min(follow, pivots.size());
    int[] near = new int[rows.size() * each];
    if (rows.size() == 0) {
      return new NearPivots(rows.ids(), each, near);
    }
    try (FloatMatrix queries = GatheredRows.inOrder(rows);
        FloatMatrix targets = GatheredRows.inOrder(pivots);
        Parallel parallel = TaskThreads.team()) {
      Neighbors found =
          new ExactNeighborSearch(metric).query(targets, queries, each, parallel, Progress.NONE);
      for (int e = 0; e < near.length; e++) {
        near[e] = found.id(e / each, e % each);
      }
    }
    return new NearPivots(rows.ids(), each, near);
  }

  int size() {
    return ids.length;
  }

  /** Fails where rows came in another order when they were read again. */
  void requireOf(RowChunk rows) {
    if (!Arrays.equals(ids, rows.ids())) {
      throw new IllegalStateException(
          "rows must come in the same order each time they are read, but did not: persist them");
    }
  }

  /** Counts every two pivots of a row, the lower number in the upper half of the key. */
  void countPairs(Map<Long, Long> counts) {
    for (int row = 0; row < ids.length; row++) {
      for (int rank = 1; rank < follow; rank++) {
        for (int before = 0; before < rank; before++) {
          int a = pivot(row, before);
          int b = pivot(row, rank);
          counts.merge((long) Math.min(a, b) << 32 | Math.max(a, b), 1L, Long::sum);
        }
      }
    }
  }

  /** The pivot that is the {@code rank}-th nearest to a row, counted from 0. */
  int pivot(int row, int rank) {
    return pivots[row * follow + rank];
  }
}
