package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;

/**
 * How many of the true nearest rows a search found, measured on a sample of rows.
 *
 * <p>A found row counts when it is no farther away than the k-th nearest is, so that of rows at
 * equal distance any will do.
 */
public final class Recall {
  /** Rows enough for a standard error of about half a percent. */
  public static final int SAMPLE = 500;

  private Recall() {}

  /** The share of true neighbours among those found, of at most {@code sample} rows. */
  public static double measure(
      FloatMatrix rows,
      Neighbors found,
      Metric metric,
      int sample,
      Seed seed,
      Parallel parallel,
      Progress progress) {
    int n = rows.rows();
    int k = found.count();
    int[] drawn = Arrays.copyOf(seed.permutation(n), Math.min(sample, n));
    Arrays.sort(drawn);
    try (FloatMatrix queries = rows.gather(drawn, parallel)) {
      Neighbors truth =
          new ExactNeighborSearch(metric).query(rows, queries, k + 1, parallel, progress);
      long hits = 0;
      for (int s = 0; s < drawn.length; s++) {
        float farthest = kthDistance(truth, s, drawn[s]);
        for (int r = 0; r < k && found.distance(drawn[s], r) <= farthest; r++) {
          hits++;
        }
      }
      return (double) hits / ((long) drawn.length * k);
    }
  }

  /** The distance of the k-th nearest, of k + 1 that may contain the row itself. */
  private static float kthDistance(Neighbors truth, int query, int itself) {
    int k = truth.count() - 1;
    for (int r = 0; r < k; r++) {
      if (truth.id(query, r) == itself) {
        return truth.distance(query, k);
      }
    }
    return truth.distance(query, k - 1);
  }
}
