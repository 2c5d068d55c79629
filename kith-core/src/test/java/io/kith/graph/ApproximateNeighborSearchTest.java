package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ApproximateNeighborSearchTest {
  /** Small leaves, so that some thousand rows already are cut more than once. */
  private static final ApproximateOptions SMALL =
      ApproximateOptions.defaults().withLeafRows(100).withGroupRows(40);

  @Test
  void findsNearlyAllNeighbors() {
    FloatMatrix rows = NaiveSearch.random(6000, 8, 4);
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = search(rows, 10, Metric.EUCLIDEAN, SMALL, parallel);
      assertThat(recall(rows, found, Metric.EUCLIDEAN, parallel)).isGreaterThan(0.95);
    }
  }

  @Test
  void refiningFindsWhatTheLeavesMissed() {
    FloatMatrix rows = NaiveSearch.random(6000, 8, 4);
    try (Parallel parallel = new Parallel(2)) {
      double before =
          recall(
              rows,
              search(rows, 10, Metric.EUCLIDEAN, SMALL.withOverlap(2).withRounds(0), parallel),
              Metric.EUCLIDEAN,
              parallel);
      double after =
          recall(
              rows,
              search(rows, 10, Metric.EUCLIDEAN, SMALL.withOverlap(2), parallel),
              Metric.EUCLIDEAN,
              parallel);
      assertThat(after).isGreaterThan(before + 0.1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void neighborsAreSortedDistinctAndNeverTheRowItself(Metric metric) {
    FloatMatrix rows = NaiveSearch.random(3000, 5, 8);
    try (Parallel parallel = new Parallel(2)) {
      requireLaws(rows, search(rows, 7, metric, SMALL, parallel), metric);
    }
  }

  @ParameterizedTest
  @CsvSource({"101,9", "513,1", "1000,3", "2500,12"})
  void awkwardSizesKeepTheLaws(int n, int k) {
    FloatMatrix rows = NaiveSearch.random(n, 3, n);
    try (Parallel parallel = new Parallel(3)) {
      requireLaws(rows, search(rows, k, Metric.EUCLIDEAN, SMALL, parallel), Metric.EUCLIDEAN);
    }
  }

  @Test
  void rowsThatAreAllTheSameFindEachOther() {
    FloatMatrix rows = FloatMatrix.allocate(3000, 4);
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = search(rows, 5, Metric.EUCLIDEAN, SMALL, parallel);
      requireLaws(rows, found, Metric.EUCLIDEAN);
      assertThat(found.distance(2999, 4)).isZero();
      assertThat(recall(rows, found, Metric.EUCLIDEAN, parallel)).isEqualTo(1);
    }
  }

  @Test
  void manyIdenticalRowsAmongOthersKeepTheLaws() {
    FloatMatrix rows = NaiveSearch.withTies(4000, 3, 3, 2); // 27 different rows
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = search(rows, 5, Metric.EUCLIDEAN, SMALL, parallel);
      requireLaws(rows, found, Metric.EUCLIDEAN);
      assertThat(recall(rows, found, Metric.EUCLIDEAN, parallel)).isGreaterThan(0.99);
    }
  }

  @Test
  void rowsThatFoundTooFewAreComparedWithAll() {
    FloatMatrix rows = NaiveSearch.random(2000, 6, 3);
    ApproximateOptions hasty = SMALL.withOverlap(1).withLeafRows(8).withRounds(0);
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = search(rows, 20, Metric.EUCLIDEAN, hasty, parallel);
      requireLaws(rows, found, Metric.EUCLIDEAN);
      assertThat(recall(rows, found, Metric.EUCLIDEAN, parallel)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void longRowsOfFewDirectionsAreFoundByShortOnes(Metric metric) {
    FloatMatrix rows = NaiveSearch.ofLowRank(4000, 96, 8, 0.05, 3);
    try (Parallel parallel = new Parallel(2)) {
      Neighbors found = search(rows, 10, metric, SMALL, parallel);
      requireLaws(rows, found, metric);
      assertThat(recall(rows, found, metric, parallel)).isGreaterThan(0.9);
    }
  }

  @ParameterizedTest
  @CsvSource({"6,6", "64,5"})
  void neighborsDependOnTheSeedButNotOnThreads(int columns, int rank) {
    FloatMatrix rows = NaiveSearch.ofLowRank(4000, columns, rank, 0.1, 9);
    Neighbors[] found = new Neighbors[3];
    for (int t = 1; t <= 3; t++) {
      try (Parallel parallel = new Parallel(t)) {
        found[t - 1] = search(rows, 8, Metric.EUCLIDEAN, SMALL.withOverlap(2), parallel);
      }
    }
    for (int i = 0; i < rows.rows(); i++) {
      for (int r = 0; r < 8; r++) {
        assertThat(found[1].id(i, r)).isEqualTo(found[0].id(i, r));
        assertThat(found[2].id(i, r)).isEqualTo(found[0].id(i, r));
        assertThat(found[2].distance(i, r)).isEqualTo(found[0].distance(i, r));
      }
    }
  }

  @Test
  void everyStageOfProgressEndsWhereItSaidItWould() {
    FloatMatrix rows = NaiveSearch.random(2000, 4, 1);
    Map<String, Long> left = new LinkedHashMap<>();
    try (Parallel parallel = new Parallel(2)) {
      new ApproximateNeighborSearch(Metric.EUCLIDEAN, SMALL, new Seed(1))
          .search(rows, 3, parallel, (stage, done, total, unit) -> left.put(stage, total - done));
    }
    assertThat(left)
        .containsExactly(entry("pivots", 0L), entry("leaves", 0L), entry("refining", 0L));
  }

  @Test
  void recallOfExactSearchIsOneAndOfHalfTheNeighborsAHalf() {
    FloatMatrix rows = NaiveSearch.random(1500, 4, 6);
    try (Parallel parallel = new Parallel(2)) {
      Neighbors exact = new ExactNeighborSearch().search(rows, 4, parallel, Progress.NONE);
      assertThat(recall(rows, exact, Metric.EUCLIDEAN, parallel)).isEqualTo(1);
      int[] ids = new int[1500 * 4];
      float[] distances = new float[ids.length];
      for (int i = 0; i < 1500; i++) {
        for (int r = 0; r < 4; r++) {
          ids[4 * i + r] = exact.id(i, r);
          distances[4 * i + r] = r < 2 ? exact.distance(i, r) : 100;
        }
      }
      Neighbors half = new Neighbors(4, ids, distances);
      assertThat(recall(rows, half, Metric.EUCLIDEAN, parallel)).isEqualTo(0.5);
    }
  }

  private static Neighbors search(
      FloatMatrix rows, int k, Metric metric, ApproximateOptions options, Parallel parallel) {
    return new ApproximateNeighborSearch(metric, options, new Seed(11))
        .search(rows, k, parallel, Progress.NONE);
  }

  private static double recall(
      FloatMatrix rows, Neighbors found, Metric metric, Parallel parallel) {
    return Recall.measure(rows, found, metric, 300, new Seed(2), parallel, Progress.NONE);
  }

  private static void requireLaws(FloatMatrix rows, Neighbors found, Metric metric) {
    float[] row = new float[rows.columns()];
    float[] other = new float[rows.columns()];
    assertThat(found.size()).isEqualTo(rows.rows());
    for (int i = 0; i < found.size(); i++) {
      rows.copyRow(i, row);
      for (int r = 0; r < found.count(); r++) {
        assertThat(found.id(i, r)).isNotEqualTo(i).isBetween(0, rows.rows() - 1);
        rows.copyRow(found.id(i, r), other);
        assertThat(found.distance(i, r)).isEqualTo((float) metric.distance(row, other));
        for (int s = 0; s < r; s++) {
          assertThat(found.id(i, s)).isNotEqualTo(found.id(i, r));
          assertThat(found.distance(i, s)).isLessThanOrEqualTo(found.distance(i, r));
        }
      }
    }
  }
}
