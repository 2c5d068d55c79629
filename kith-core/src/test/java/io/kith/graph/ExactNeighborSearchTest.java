package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.FloatMatrix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExactNeighborSearchTest {
  @ParameterizedTest
  @CsvSource({
    "2,1,1",
    "7,3,6",
    "8,1,3",
    "9,8,8",
    "31,5,4",
    "513,7,10",
    "1000,31,10",
    "1025,16,10",
    "2100,9,3"
  })
  void findsWhatComparingAllPairsFinds(int n, int d, int k) {
    FloatMatrix rows = NaiveSearch.random(n, d, n);
    NaiveSearch.check(rows, search(rows, k, Metric.EUCLIDEAN, 2), Metric.EUCLIDEAN, "" + n);
  }

  @ParameterizedTest
  @EnumSource
  void findsWhatComparingAllPairsFindsByEveryMetric(Metric metric) {
    FloatMatrix rows = NaiveSearch.random(1100, 13, 5);
    NaiveSearch.check(rows, search(rows, 7, metric, 2), metric, "5");
  }

  @ParameterizedTest
  @CsvSource({"9,2", "513,2", "1000,3", "3100,3"})
  void ofEquallyFarRowsTheLowerNumbersAreChosen(int n, int values) {
    FloatMatrix rows = NaiveSearch.withTies(n, 3, values, n);
    NaiveSearch.check(rows, search(rows, 5, Metric.EUCLIDEAN, 3), Metric.EUCLIDEAN, "" + n);
  }

  @Test
  void identicalRowsAreNeighborsAtDistanceZeroNeverOfThemselves() {
    FloatMatrix rows = FloatMatrix.of(new float[][] {{1, 1}, {5, 5}, {1, 1}, {1, 1}});
    Neighbors found = search(rows, 2, Metric.EUCLIDEAN, 1);
    assertThat(found.id(0, 0)).isEqualTo(2);
    assertThat(found.id(0, 1)).isEqualTo(3);
    assertThat(found.distance(0, 1)).isZero();
    assertThat(found.id(2, 0)).isZero();
  }

  @Test
  void aRowOfZerosHasNeighborsByTheCosineToo() {
    FloatMatrix rows = FloatMatrix.of(new float[][] {{0, 0}, {1, 0}, {3, 0}, {0, 2}});
    Neighbors found = search(rows, 3, Metric.COSINE, 1);
    assertThat(found.distance(0, 0)).isEqualTo(1);
    assertThat(found.id(1, 0)).isEqualTo(2);
    assertThat(found.distance(1, 0)).isZero();
  }

  @Test
  void neighborsDoNotDependOnThreads() {
    FloatMatrix rows = NaiveSearch.random(5000, 6, 9);
    Neighbors one = search(rows, 8, Metric.EUCLIDEAN, 1);
    for (int threads = 2; threads <= 3; threads++) {
      Neighbors many = search(rows, 8, Metric.EUCLIDEAN, threads);
      for (int i = 0; i < rows.rows(); i++) {
        for (int r = 0; r < 8; r++) {
          assertThat(many.id(i, r)).isEqualTo(one.id(i, r));
          assertThat(many.distance(i, r)).isEqualTo(one.distance(i, r));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "5,3", "300,1025", "513,1024"})
  void newRowsFindTheirNearestAmongTheRows(int queries, int n) {
    FloatMatrix rows = NaiveSearch.random(n, 4, 1);
    FloatMatrix asked = NaiveSearch.random(queries, 4, 2);
    int k = Math.min(3, n);
    float[] query = new float[4];
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = new ExactNeighborSearch().query(rows, asked, k, parallel, Progress.NONE);
      assertThat(found.size()).isEqualTo(queries);
      for (int i = 0; i < queries; i++) {
        asked.copyRow(i, query);
        int[] naive = NaiveSearch.nearest(rows, query, -1, k, Metric.EUCLIDEAN);
        for (int r = 0; r < k; r++) {
          assertThat(found.id(i, r)).isEqualTo(naive[r]);
        }
      }
    }
  }

  @Test
  void progressEndsWhereItSaidItWould() {
    List<Long> seen = new ArrayList<>();
    long[] total = new long[1];
    FloatMatrix rows = NaiveSearch.random(4100, 2, 1); // five tiles: an odd number
    try (Parallel parallel = new Parallel(3)) {
      new ExactNeighborSearch()
          .search(
              rows,
              1,
              parallel,
              (stage, done, of, unit) -> {
                seen.add(done);
                total[0] = of;
              });
    }
    assertThat(seen).isSorted().endsWith(total[0]);
  }

  @Test
  void fewerRowsThanNeighborsIsAPlainError() {
    assertThatThrownBy(() -> search(FloatMatrix.allocate(10, 2), 10, Metric.EUCLIDEAN, 1))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "a graph of 10 neighbours needs more than 10 rows, but there are 10:"
                + " give more rows or a smaller --neighbors.");
    assertThatThrownBy(() -> search(FloatMatrix.allocate(1, 2), 1, Metric.EUCLIDEAN, 1))
        .isInstanceOf(BadInputException.class);
  }

  @Test
  void rowsThatAreNotFiniteAreRefused() {
    FloatMatrix rows = FloatMatrix.of(new float[][] {{1, 1}, {5, Float.NaN}, {1, 1}});
    assertThatThrownBy(() -> search(rows, 1, Metric.COSINE, 1))
        .hasMessage("rows must hold finite numbers, but one does not");
  }

  private static Neighbors search(FloatMatrix rows, int k, Metric metric, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return new ExactNeighborSearch(metric).search(rows, k, parallel, Progress.NONE);
    }
  }
}
