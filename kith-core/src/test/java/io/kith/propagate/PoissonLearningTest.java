package io.kith.propagate;

import static io.kith.propagate.SmallGraphs.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import org.junit.jupiter.api.Test;

class PoissonLearningTest {
  private static final PoissonLearning EXACT = new PoissonLearning(new Stopping(1e-6, 1000));

  /** a – x – y – b: u falls by ½ an edge, and Σ d u = 0 puts 0 in the middle: ¾, ¼, −¼, −¾. */
  @Test
  void aPathOfFourDoneOnPaper() {
    int[] labels = {0, -1, -1, 1};
    try (Parallel parallel = new Parallel(1)) {
      float[] sources = {0.5f, 0, 0, -0.5f};
      float[] u = new float[4];
      new LaplacianSystem(SmallGraphs.path(1, 1, 1), new double[] {1, 2, 2, 1}, 1, parallel)
          .solve(sources, u, EXACT.stopping(), Progress.NONE);
      assertThat(u[0] - u[1]).isCloseTo(0.5f, within(1e-5f));
      assertThat(u[1] - u[2]).isCloseTo(0.5f, within(1e-5f));
      assertThat(u[2] - u[3]).isCloseTo(0.5f, within(1e-5f));
    }
    Propagated result =
        SmallGraphs.run(EXACT, SmallGraphs.path(1, 1, 1), SmallGraphs.labels(2, labels));
    assertThat(result.label(1)).isEqualTo(0);
    assertThat(result.label(2)).isEqualTo(1);
  }

  /** Three classes, so that the scores show U itself: (U − min U) by its sum. */
  @Test
  void itSolvesThePoissonEquation() {
    int n = 25;
    double[][] weights = SmallGraphs.random(n, 7);
    Labels visible = SmallGraphs.everyFourth(n, 3);
    double[] degrees = SmallGraphs.degrees(weights);
    double[] mean = new double[3];
    for (int row : visible.labeledRows()) {
      mean[visible.label(row)] += 1.0 / visible.labeledCount();
    }
    double[][] a = new double[n][n];
    double[][] b = SmallGraphs.indicators(visible);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        // L + d dᵀ has the solution of L u = b for which dᵀu = 0, as b sums to 0
        a[i][j] = (i == j ? degrees[i] : -weights[i][j]) + degrees[i] * degrees[j];
      }
      for (int c = 0; visible.isLabeled(i) && c < 3; c++) {
        b[i][c] -= mean[c];
      }
    }
    double[][] u = SmallGraphs.solve(a, b);
    for (double[] row : u) {
      double lowest = Math.min(row[0], Math.min(row[1], row[2]));
      for (int c = 0; c < 3; c++) {
        row[c] -= lowest;
      }
    }
    SmallGraphs.normalized(u);
    Propagated result = SmallGraphs.run(EXACT, SmallGraphs.of(weights), visible);
    for (int i = 0; i < n; i++) {
      assertThat(row(result, i)).containsExactly(u[i], within(1e-4));
    }
    assertThat(result.account().converged()).isTrue();
  }

  @Test
  void aComponentWithOneClassIsOfThatClass() {
    double[][] weights = new double[6][6];
    weights[0][1] = weights[1][0] = 1; // a – ?
    weights[2][3] = weights[3][2] = weights[3][4] = weights[4][3] = 1; // a – ? – b
    Propagated result =
        SmallGraphs.run(EXACT, SmallGraphs.of(weights), SmallGraphs.labels(2, 0, -1, 0, -1, 1, -1));
    assertThat(row(result, 1)).containsExactly(1, 0);
    assertThat(result.label(2)).isEqualTo(0);
    assertThat(result.label(4)).isEqualTo(1);
    assertThat(result.isReached(5)).isFalse();
  }
}
