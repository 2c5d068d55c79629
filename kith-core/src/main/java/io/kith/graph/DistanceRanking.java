package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * Turns lists of candidates into neighbours: distances computed once more from the rows themselves,
 * the nearest k kept, sorted by distance and then by id.
 *
 * <p>The lists are a little longer than k, so that a candidate whose score was rounded past another
 * still finds its place.
 */
final class DistanceRanking {
  /** How many candidates more than k the lists should keep. */
  static final int SPARE = 2;

  private static final int ROWS_PER_TASK = 1024;

  private final FloatMatrix queries;
  private final FloatMatrix rows;
  private final Metric metric;

  /** Distances go from {@code queries}, which number the lists, to {@code rows}. */
  DistanceRanking(FloatMatrix queries, FloatMatrix rows, Metric metric) {
    this.queries = queries;
    this.rows = rows;
    this.metric = metric;
  }

  Neighbors rank(NearestLists lists, int k, Parallel parallel) {
    int n = lists.rows();
    int[] ids = new int[Math.multiplyExact(n, k)];
    float[] distances = new float[ids.length];
    parallel.run(
        (n + ROWS_PER_TASK - 1) / ROWS_PER_TASK,
        task -> {
          int end = Math.min(n, (task + 1) * ROWS_PER_TASK);
          try (PointerScope scope = Engine.scope()) {
            Ranked ranked = new Ranked(lists.length());
            for (int i = task * ROWS_PER_TASK; i < end; i++) {
              ranked.fill(i, lists);
              System.arraycopy(ranked.ids, 0, ids, i * k, k);
              System.arraycopy(ranked.distances, 0, distances, i * k, k);
            }
          }
        });
    return new Neighbors(k, ids, distances);
  }

  /** One row's candidates in order. */
  private final class Ranked {
    private final int columns = rows.columns();
    private final float[] row = new float[columns];
    private final float[] other = new float[columns];
    private final FloatPointer others = new FloatPointer(rows.tensor().data_ptr_float());
    final int[] ids;
    final float[] distances;

    Ranked(int length) {
      ids = new int[length];
      distances = new float[length];
    }

    void fill(int i, NearestLists lists) {
      queries.copyRow(i, row);
      for (int r = 0; r < ids.length && lists.id(i, r) >= 0; r++) {
        int id = lists.id(i, r);
        others.position((long) id * columns).get(other);
        insert(r, id, (float) metric.distance(row, other));
      }
    }

    private void insert(int count, int id, float distance) {
      int at = count;
      while (at > 0
          && (distances[at - 1] > distance || distances[at - 1] == distance && ids[at - 1] > id)) {
        distances[at] = distances[at - 1];
        ids[at] = ids[at - 1];
        at--;
      }
      distances[at] = distance;
      ids[at] = id;
    }
  }
}
