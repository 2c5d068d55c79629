package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.Device;
import io.kith.engine.FloatMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The same code on the CPU: what it finds is what comparing all pairs finds. */
class DeviceSearchTest {
  @ParameterizedTest
  @CsvSource({"2,1,1", "7,3,6", "31,5,4", "64,2,3", "65,9,10", "513,7,10", "1000,31,5"})
  void findsWhatComparingAllPairsFinds(int n, int d, int k) {
    FloatMatrix rows = NaiveSearch.random(n, d, n);
    NaiveSearch.check(rows, search(rows, k, Metric.EUCLIDEAN), Metric.EUCLIDEAN, "" + n);
  }

  @ParameterizedTest
  @EnumSource
  void findsWhatComparingAllPairsFindsByEveryMetric(Metric metric) {
    FloatMatrix rows = NaiveSearch.random(300, 13, 5);
    NaiveSearch.check(rows, search(rows, 7, metric), metric, "5");
  }

  @Test
  void queriesFindTheRowsNearestToThem() {
    FloatMatrix rows = NaiveSearch.random(200, 6, 1);
    FloatMatrix queries = NaiveSearch.random(90, 6, 2);
    NearestLists lists = new NearestLists(90, 5);
    Neighbors exact;
    Neighbors found;
    try (Parallel parallel = new Parallel(1)) {
      deviceSearch(Metric.EUCLIDEAN).fill(rows, queries, lists, steps(90));
      found = new DistanceRanking(queries, rows, Metric.EUCLIDEAN).rank(lists, 5, parallel);
      exact = new ExactNeighborSearch().query(rows, queries, 5, parallel, Progress.NONE);
    }
    for (int i = 0; i < 90; i++) {
      for (int r = 0; r < 5; r++) {
        assertThat(found.id(i, r)).isEqualTo(exact.id(i, r));
      }
    }
  }

  private static Neighbors search(FloatMatrix rows, int k, Metric metric) {
    NearestLists lists = new NearestLists(rows.rows(), Math.min(rows.rows() - 1, k + 3));
    deviceSearch(metric).fill(rows, rows, lists, steps(rows.rows()));
    try (Parallel parallel = new Parallel(1)) {
      return new DistanceRanking(rows, rows, metric).rank(lists, k, parallel);
    }
  }

  /** Small steps and tiles, so that some hundred rows are many of them. */
  private static DeviceSearch deviceSearch(Metric metric) {
    return new DeviceSearch(metric, Device.CPU, 50, 64);
  }

  private static Steps steps(int rows) {
    return new Steps(Progress.NONE, "graph", rows, "rows");
  }
}
