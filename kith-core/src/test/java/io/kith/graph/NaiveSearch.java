package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Neighbours found the slow way: all distances of a row, sorted by distance and then by id. */
final class NaiveSearch {
  private NaiveSearch() {}

  /** The nearest rows of a query; {@code except} is left out. */
  static int[] nearest(FloatMatrix rows, float[] query, int except, int k, Metric metric) {
    float[] distances = new float[rows.rows()];
    float[] other = new float[rows.columns()];
    for (int j = 0; j < distances.length; j++) {
      rows.copyRow(j, other);
      distances[j] = (float) metric.distance(query, other);
    }
    return IntStream.range(0, distances.length)
        .filter(j -> j != except)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(j -> distances[j]).thenComparing(j -> j))
        .limit(k)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Checks some of the rows, at most fifty, of what was found. */
  static void check(FloatMatrix rows, Neighbors found, Metric metric, String seed) {
    float[] row = new float[rows.columns()];
    float[] other = new float[rows.columns()];
    int n = rows.rows();
    assertThat(found.size()).isEqualTo(n);
    for (int i = 0; i < n; i += Math.max(1, n / 50)) {
      rows.copyRow(i, row);
      int[] naive = nearest(rows, row, i, found.count(), metric);
      for (int r = 0; r < naive.length; r++) {
        assertThat(found.id(i, r)).as("seed %s, row %d, rank %d", seed, i, r).isEqualTo(naive[r]);
        rows.copyRow(naive[r], other);
        assertThat((double) found.distance(i, r))
            .isCloseTo(metric.distance(row, other), within(1e-5));
      }
    }
  }

  /** Uniform in -1 … 1. */
  static FloatMatrix random(int rows, int columns, long seed) {
    SplittableRandom random = new Seed(seed).random();
    FloatMatrix matrix = FloatMatrix.allocate(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix.set(i, j, (float) (2 * random.nextDouble() - 1));
      }
    }
    return matrix;
  }

  /** Small whole numbers, so that many distances are equal and many rows identical. */
  static FloatMatrix withTies(int rows, int columns, int values, long seed) {
    SplittableRandom random = new Seed(seed).random();
    FloatMatrix matrix = FloatMatrix.allocate(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix.set(i, j, random.nextInt(values));
      }
    }
    return matrix;
  }
}
