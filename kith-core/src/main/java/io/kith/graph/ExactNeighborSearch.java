package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Compares every row with every other, a tile of rows against a tile of rows at a time.
 *
 * <p>A tile is one matrix product: ½‖x_j‖² − x_i·x_j orders the rows j by their distance from row
 * i. Only the k best of each row are kept while tiles go by, so memory is O(n·k) plus one tile a
 * thread. The distances of the k best are then computed once more from the differences, free of
 * cancellation.
 */
public final class ExactNeighborSearch implements NeighborSearch {
  private static final int QUERIES = 512;
  private static final int CANDIDATES = 1024;

  @Override
  public Neighbors search(FloatMatrix rows, int k, Parallel parallel, Progress progress) {
    int n = rows.rows();
    if (k < 1) {
      throw new IllegalArgumentException("neighbors must be >= 1, but was " + k);
    }
    if (n <= k) {
      throw new BadInputException(
          "a graph of "
              + k
              + " neighbours needs more than "
              + k
              + " rows, but there are "
              + n
              + ": give more rows or a smaller --neighbors.");
    }
    int[] ids = new int[Math.multiplyExact(n, k)];
    float[] distances = new float[ids.length];
    int tasks = (n + QUERIES - 1) / QUERIES;
    AtomicInteger done = new AtomicInteger();
    try (PointerScope scope = Engine.scope()) {
      Tensor all = rows.tensor();
      Tensor halfNorms = all.square().sum(1).mul(new Scalar(0.5f));
      parallel.run(
          tasks,
          task -> {
            int from = task * QUERIES;
            int to = Math.min(n, from + QUERIES);
            searchTile(all, halfNorms, from, to, k, ids);
            measure(rows, from, to, k, ids, distances);
            synchronized (done) {
              progress.at("graph", Math.min(n, (long) done.incrementAndGet() * QUERIES), n, "rows");
            }
          });
    }
    return new Neighbors(k, ids, distances);
  }

  /** Fills in the ids of the k nearest of rows {@code from..to-1}. */
  private static void searchTile(Tensor all, Tensor halfNorms, int from, int to, int k, int[] ids) {
    int n = Math.toIntExact(all.size(0));
    int queries = to - from;
    TopK best = new TopK(queries, k);
    float[] scores = new float[queries * CANDIDATES];
    try (PointerScope scope = Engine.scope()) {
      Tensor query = all.narrow(0, from, queries);
      Tensor tile = torch.empty(queries, CANDIDATES);
      Scalar one = new Scalar(1f);
      Scalar minusOne = new Scalar(-1f);
      for (int first = 0; first < n; first += CANDIDATES) {
        int width = Math.min(CANDIDATES, n - first);
        try (PointerScope step = Engine.scope()) {
          Tensor out = width == CANDIDATES ? tile : torch.empty(queries, width);
          Tensor candidates = all.narrow(0, first, width).t();
          torch.addmm_out(out, halfNorms.narrow(0, first, width), query, candidates, one, minusOne);
          new FloatPointer(out.data_ptr_float()).get(scores, 0, queries * width);
        }
        for (int i = 0; i < queries; i++) {
          best.offer(i, scores, i * width, width, first, from + i);
        }
      }
    }
    best.copyIds(ids, from * k);
  }

  /** Computes the distances from the differences and sorts by distance, then by id. */
  private static void measure(
      FloatMatrix rows, int from, int to, int k, int[] ids, float[] distances) {
    float[] row = new float[rows.columns()];
    float[] other = new float[rows.columns()];
    for (int i = from; i < to; i++) {
      rows.copyRow(i, row);
      for (int r = 0; r < k; r++) {
        int id = ids[i * k + r];
        rows.copyRow(id, other);
        float distance = distance(row, other);
        int at = i * k + r;
        while (at > i * k
            && (distances[at - 1] > distance
                || distances[at - 1] == distance && ids[at - 1] > id)) {
          distances[at] = distances[at - 1];
          ids[at] = ids[at - 1];
          at--;
        }
        distances[at] = distance;
        ids[at] = id;
      }
    }
  }

  private static float distance(float[] a, float[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      double difference = a[j] - b[j];
      sum += difference * difference;
    }
    return (float) Math.sqrt(sum);
  }
}
