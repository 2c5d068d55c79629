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

  /** Random rows of some dimensions turned into many columns, and a little noise. */
  static FloatMatrix ofLowRank(int rows, int columns, int rank, double noise, long seed) {
    FloatMatrix few = random(rows, rank, seed);
    FloatMatrix axes = random(rank, columns, seed + 1);
    FloatMatrix matrix = random(rows, columns, seed + 2);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = noise * matrix.get(i, j);
        for (int r = 0; r < rank; r++) {
          sum += (double) few.get(i, r) * axes.get(r, j);
        }
        matrix.set(i, j, (float) sum);
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
