package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactNeighborSearchTest {
  @ParameterizedTest
  @CsvSource({"2,1,1", "7,3,6", "31,5,4", "513,7,10", "1025,16,10", "2100,9,3"})
  void findsWhatComparingAllPairsFinds(int n, int d, int k) {
    long seed = n;
    FloatMatrix rows = random(n, d, seed);
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = new ExactNeighborSearch().search(rows, k, parallel, Progress.NONE);
      assertThat(found.size()).isEqualTo(n);
      for (int i = 0; i < n; i += Math.max(1, n / 50)) {
        int row = i;
        int[] naive =
            IntStream.range(0, n)
                .filter(j -> j != row)
                .boxed()
                .sorted(
                    (a, b) ->
                        distance(rows, row, a) != distance(rows, row, b)
                            ? Double.compare(distance(rows, row, a), distance(rows, row, b))
                            : a - b)
                .limit(k)
                .mapToInt(Integer::intValue)
                .toArray();
        for (int r = 0; r < k; r++) {
          assertThat(found.id(i, r)).as("seed %d, row %d, rank %d", seed, i, r).isEqualTo(naive[r]);
          assertThat((double) found.distance(i, r))
              .isCloseTo(distance(rows, i, naive[r]), within(1e-5));
        }
      }
    }
  }

  @Test
  void identicalRowsAreNeighborsAtDistanceZeroNeverOfThemselves() {
    FloatMatrix rows = FloatMatrix.of(new float[][] {{1, 1}, {5, 5}, {1, 1}, {1, 1}});
    try (Parallel parallel = new Parallel(1)) {
      Neighbors found = new ExactNeighborSearch().search(rows, 2, parallel, Progress.NONE);
      assertThat(found.id(0, 0)).isEqualTo(2);
      assertThat(found.id(0, 1)).isEqualTo(3);
      assertThat(found.distance(0, 1)).isZero();
      assertThat(found.id(2, 0)).isZero();
    }
  }

  @Test
  void fewerRowsThanNeighborsIsAPlainError() {
    try (Parallel parallel = new Parallel(1)) {
      assertThatThrownBy(
              () ->
                  new ExactNeighborSearch()
                      .search(FloatMatrix.allocate(10, 2), 10, parallel, Progress.NONE))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "a graph of 10 neighbours needs more than 10 rows, but there are 10:"
                  + " give more rows or a smaller --neighbors.");
    }
  }

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

  private static double distance(FloatMatrix rows, int a, int b) {
    double sum = 0;
    for (int j = 0; j < rows.columns(); j++) {
      double difference = (double) rows.get(a, j) - rows.get(b, j);
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }
}
