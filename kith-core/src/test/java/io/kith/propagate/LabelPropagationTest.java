package io.kith.propagate;

import static io.kith.propagate.SmallGraphs.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.data.Labels;
import org.junit.jupiter.api.Test;

class LabelPropagationTest {
  private static final LabelPropagation EXACT = new LabelPropagation(new Stopping(1e-7, 10_000));

  @Test
  void aRowBetweenTwoLabelsIsTheirMeanByWeight() {
    Propagated result =
        SmallGraphs.run(EXACT, SmallGraphs.path(1, 3), SmallGraphs.labels(2, 0, -1, 1));
    assertThat(row(result, 0)).containsExactly(1, 0);
    assertThat(row(result, 1)).containsExactly(new double[] {0.25, 0.75}, within(1e-6));
    assertThat(row(result, 2)).containsExactly(0, 1);
    assertThat(result.account().converged()).isTrue();
  }

  @Test
  void itIsTheHarmonicFunction() {
    int n = 23;
    double[][] weights = SmallGraphs.random(n, 1);
    Labels visible = SmallGraphs.everyFourth(n, 3);
    double[] degrees = SmallGraphs.degrees(weights);
    double[][] a = new double[n][n];
    double[][] b = SmallGraphs.indicators(visible);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a[i][j] = visible.isLabeled(i) ? (i == j ? 1 : 0) : (i == j ? degrees[i] : -weights[i][j]);
      }
    }
    double[][] expected = SmallGraphs.solve(a, b);
    Propagated result = SmallGraphs.run(EXACT, SmallGraphs.of(weights), visible);
    for (int i = 0; i < n; i++) {
      assertThat(row(result, i)).containsExactly(expected[i], within(1e-5));
    }
  }

  @Test
  void anIterationThatIsCutShortSaysSo() {
    Propagated result =
        SmallGraphs.run(
            EXACT.withStopping(EXACT.stopping().withRounds(2)),
            SmallGraphs.path(1, 1, 1, 1, 1),
            SmallGraphs.labels(2, 0, -1, -1, -1, -1, 1));
    assertThat(result.account().converged()).isFalse();
    assertThat(result.account().rounds()).isEqualTo(2);
  }
}
