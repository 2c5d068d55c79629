package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import org.junit.jupiter.api.Test;

class ShortRowsTest {
  private static final Seed SEED = new Seed(6);

  @Test
  void rowsOfFewDirectionsKeepTheirDistances() {
    FloatMatrix rows = NaiveSearch.ofLowRank(700, 64, 5, 0, 1);
    FloatMatrix few = shortened(rows, Metric.EUCLIDEAN, 0.999);
    assertThat(few.columns()).isEqualTo(16);
    requireEqual(rows, few, Metric.EUCLIDEAN, Metric.EUCLIDEAN, 1e-3);
  }

  @Test
  void rowsFarFromTheOriginKeepTheirDistancesToo() {
    FloatMatrix rows = NaiveSearch.ofLowRank(700, 64, 5, 0, 1);
    for (int i = 0; i < rows.rows(); i++) {
      for (int j = 0; j < rows.columns(); j++) {
        rows.set(i, j, rows.get(i, j) + 100);
      }
    }
    FloatMatrix few = shortened(rows, Metric.EUCLIDEAN, 0.999);
    requireEqual(rows, few, Metric.EUCLIDEAN, Metric.EUCLIDEAN, 1e-2);
  }

  @Test
  void innerProductsAndCosinesAreKept() {
    FloatMatrix rows = NaiveSearch.ofLowRank(700, 64, 5, 0, 2);
    FloatMatrix products = shortened(rows, Metric.INNER_PRODUCT, 0.999);
    requireEqual(rows, products, Metric.INNER_PRODUCT, Metric.INNER_PRODUCT, 1e-2);
    FloatMatrix cosines = shortened(rows, Metric.COSINE, 0.999);
    for (int i = 1; i < rows.rows(); i++) {
      assertThat(1 + distance(cosines, 0, i, Metric.INNER_PRODUCT))
          .isCloseTo(distance(rows, 0, i, Metric.COSINE), within(1e-3));
    }
  }

  @Test
  void shortDistancesNeverExceedTheWhole() {
    FloatMatrix rows = NaiveSearch.ofLowRank(500, 70, 6, 0.3, 3);
    FloatMatrix few = shortened(rows, Metric.EUCLIDEAN, 0.9);
    assertThat(few.columns()).isLessThan(rows.columns());
    for (int i = 1; i < rows.rows(); i++) {
      assertThat(distance(few, 0, i, Metric.EUCLIDEAN))
          .isLessThanOrEqualTo(distance(rows, 0, i, Metric.EUCLIDEAN) + 1e-4);
    }
  }

  @Test
  void rowsThatDifferInAllDirectionsAlikeStayAsTheyAre() {
    FloatMatrix rows = NaiveSearch.random(600, 64, 4);
    assertThat(shortened(rows, Metric.EUCLIDEAN, 0.95)).isSameAs(rows);
    FloatMatrix few = NaiveSearch.ofLowRank(600, 20, 3, 0, 4);
    assertThat(shortened(few, Metric.EUCLIDEAN, 0.95)).isSameAs(few);
    FloatMatrix same = FloatMatrix.allocate(600, 64);
    assertThat(shortened(same, Metric.EUCLIDEAN, 0.95).rows()).isEqualTo(600);
  }

  @Test
  void aShareThatIsNoneIsRefused() {
    assertThatThrownBy(() -> ApproximateOptions.defaults().withVariance(0))
        .hasMessage("variance must be above 0 and at most 1, but was 0.0");
  }

  private static FloatMatrix shortened(FloatMatrix rows, Metric metric, double kept) {
    try (Parallel parallel = new Parallel(2)) {
      return ShortRows.of(rows, metric, kept, SEED, parallel);
    }
  }

  private static void requireEqual(
      FloatMatrix rows, FloatMatrix few, Metric metric, Metric ofFew, double tolerance) {
    for (int i = 1; i < rows.rows(); i++) {
      assertThat(distance(few, 0, i, ofFew))
          .isCloseTo(distance(rows, 0, i, metric), within(tolerance));
    }
  }

  private static double distance(FloatMatrix rows, int i, int j, Metric metric) {
    float[] a = new float[rows.columns()];
    float[] b = new float[rows.columns()];
    rows.copyRow(i, a);
    rows.copyRow(j, b);
    return metric.distance(a, b);
  }
}
