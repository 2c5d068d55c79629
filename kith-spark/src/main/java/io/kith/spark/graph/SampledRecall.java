package io.kith.spark.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.Metric;
import io.kith.graph.Neighbors;
import io.kith.graph.Recall;
import io.kith.spark.RowChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * How many of the true nearest rows were found: some rows are compared with all rows, in one pass
 * over them.
 *
 * <p>As in {@link Recall}, a found row counts when it is no farther away than the k-th nearest.
 */
final class SampledRecall {
  /** Rows that are compared with the sample at once. */
  private static final int ROWS_AT_ONCE = 8192;

  private SampledRecall() {}

  static double measure(
      JavaRDD<RowChunk> rows,
      RowShape shape,
      JavaRDD<NeighborChunk> found,
      int k,
      Metric metric,
      Seed seed) {
    int[] ids = RowSample.draw(shape.rows(), Recall.SAMPLE, seed);
    float[] farthest = kthDistances(rows, RowSample.collect(rows, ids), k, metric);
    long[] hits =
        Counts.over(
            found,
            1,
            (chunk, counts) -> {
              for (int i = 0; i < chunk.size(); i++) {
                int s = Arrays.binarySearch(ids, chunk.ids()[i]);
                for (int r = 0; s >= 0 && r < k; r++) {
                  counts[0] += chunk.distances()[i * k + r] <= farthest[s] ? 1 : 0;
                }
              }
            });
    return (double) hits[0] / ((long) ids.length * k);
  }

  /** How far away the k-th nearest other row of each of some rows is. */
  private static float[] kthDistances(
      JavaRDD<RowChunk> rows, RowChunk sample, int k, Metric metric) {
    Broadcast<RowChunk> shared =
        JavaSparkContext.fromSparkContext(rows.context()).broadcast(sample);
    float[][] nearest =
        rows.mapPartitions(
                some -> List.<float[][]>of(nearest(some, shared.value(), k, metric)).iterator())
            .treeReduce((a, b) -> merged(a, b, k));
    float[] kth = new float[sample.size()];
    for (int s = 0; s < kth.length; s++) {
      kth[s] = nearest[s][k - 1];
    }
    return kth;
  }

  /** The k smallest distances of each sampled row to other rows at hand, ascending. */
  private static float[][] nearest(Iterator<RowChunk> rows, RowChunk sample, int k, Metric metric) {
    float[][] nearest = new float[sample.size()][0];
    while (rows.hasNext()) {
      List<RowChunk> some = new ArrayList<>();
      for (int size = 0; rows.hasNext() && size < ROWS_AT_ONCE; ) {
        some.add(rows.next());
        size += some.get(some.size() - 1).size();
      }
      nearest = merged(nearest, among(some, sample, k, metric), k);
    }
    return nearest;
  }

  private static float[][] among(List<RowChunk> some, RowChunk sample, int k, Metric metric) {
    float[][] nearest = new float[sample.size()][];
    try (GatheredRows rows = GatheredRows.of(some);
        FloatMatrix queries = GatheredRows.inOrder(sample);
        Parallel parallel = TaskThreads.team()) {
      if (rows.size() == 0) {
        return new float[sample.size()][0];
      }
      int count = Math.min(k + 1, rows.size());
      Neighbors found =
          new ExactNeighborSearch(metric)
              .query(rows.features(), queries, count, parallel, Progress.NONE);
      for (int s = 0; s < nearest.length; s++) {
        nearest[s] = othersOf(found, s, sample.ids()[s], rows);
      }
    }
    return nearest;
  }

  /** Distances to rows other than the row itself. */
  private static float[] othersOf(Neighbors found, int query, int itself, GatheredRows rows) {
    float[] distances = new float[found.count()];
    int filled = 0;
    for (int r = 0; r < found.count(); r++) {
      if (rows.id(found.id(query, r)) != itself) {
        distances[filled++] = found.distance(query, r);
      }
    }
    return Arrays.copyOf(distances, filled);
  }

  private static float[][] merged(float[][] a, float[][] b, int k) {
    float[][] merged = new float[a.length][];
    for (int s = 0; s < merged.length; s++) {
      float[] both = Arrays.copyOf(a[s], a[s].length + b[s].length);
      System.arraycopy(b[s], 0, both, a[s].length, b[s].length);
      Arrays.sort(both);
      merged[s] = Arrays.copyOf(both, Math.min(k, both.length));
    }
    return merged;
  }
}
