package io.kith.propagate;

import static io.kith.propagate.SmallGraphs.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import org.junit.jupiter.api.Test;

class ModifiedAdsorptionTest {
  private static final Stopping EXACT = new Stopping(1e-8, 10_000);

  /**
   * A triangle of weight 1, row 0 an a, row 1 a b; μ = 1 each. Every row has H = ln 2, so c = ln 2
   * / ln 4 = ½ and m = 1 for each edge; labelled rows have d = ½√ln 2 = inj, as c + d < 1. For
   * class a: f_0 (inj + 2 + 1) = inj + f_1 + f_2, f_1 (inj + 3) = f_0 + f_2, 3 f_2 = f_0 + f_1.
   */
  @Test
  void aTriangleDoneOnPaper() {
    AffinityGraph triangle = SmallGraphs.of(new double[][] {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}});
    Propagated result =
        SmallGraphs.run(
            new ModifiedAdsorption(1, 1, 1, EXACT), triangle, SmallGraphs.labels(2, 0, 1, -1));
    double injected = Math.sqrt(Math.log(2)) / 2;
    // f_2 = (f_0 + f_1) / 3; what f_0 has over f_1 is inj / (inj + 4), their sum inj / (inj + 4/3)
    double over = injected / (injected + 4);
    double sum = injected / (injected + 4.0 / 3);
    double[] first = {(sum + over) / 2 / sum, (sum - over) / 2 / sum};
    assertThat(row(result, 0)).containsExactly(first, within(1e-6));
    assertThat(row(result, 2)).containsExactly(new double[] {0.5, 0.5}, within(1e-6));
  }

  @Test
  void itSolvesItsNormalEquations() {
    int n = 21;
    double[][] weights = SmallGraphs.random(n, 6);
    Labels visible = SmallGraphs.everyFourth(n, 3);
    double[] degrees = SmallGraphs.degrees(weights);
    double[] goOn = new double[n];
    double[] inject = new double[n];
    for (int i = 0; i < n; i++) {
      double entropy = 0;
      for (double w : weights[i]) {
        entropy -= w > 0 ? w / degrees[i] * Math.log(w / degrees[i]) : 0;
      }
      double c = Math.log(2) / Math.log(2 + Math.exp(entropy));
      double d = visible.isLabeled(i) ? (1 - c) * Math.sqrt(entropy) : 0;
      goOn[i] = c / Math.max(1, c + d);
      inject[i] = d / Math.max(1, c + d);
    }
    double[][] a = new double[n][n];
    double[][] b = SmallGraphs.indicators(visible);
    for (int i = 0; i < n; i++) {
      a[i][i] = 2 * inject[i] + 0.01;
      for (int j = 0; j < n; j++) {
        double m = (goOn[i] + goOn[j]) * weights[i][j];
        a[i][i] += 0.5 * m;
        a[i][j] -= 0.5 * m;
      }
      for (int c = 0; c < 3; c++) {
        b[i][c] *= 2 * inject[i];
      }
    }
    double[][] expected = SmallGraphs.normalized(SmallGraphs.solve(a, b));
    Propagated result =
        SmallGraphs.run(
            new ModifiedAdsorption(2, 0.5, 0.01, EXACT), SmallGraphs.of(weights), visible);
    for (int i = 0; i < n; i++) {
      assertThat(row(result, i)).containsExactly(expected[i], within(1e-5));
    }
  }

  @Test
  void aLabelledRowWithOneNeighborNeverInjects() {
    Propagated result =
        SmallGraphs.run(
            new ModifiedAdsorption(1, 1, 1, EXACT),
            SmallGraphs.path(1, 1),
            SmallGraphs.labels(2, 0, 1, -1));
    assertThat(result.label(2)).isEqualTo(1);
    assertThat(result.label(0)).isEqualTo(1);
  }
}
