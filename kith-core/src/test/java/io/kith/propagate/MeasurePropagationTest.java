package io.kith.propagate;

import static io.kith.propagate.SmallGraphs.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasurePropagationTest {
  private static final MeasurePropagation ONES =
      new MeasurePropagation(1, 1, 1, new Stopping(1e-9, 2));

  /**
   * Two rows, weight 1, the first is an a; μ = ν = s = 1. Round one: all p are uniform, so q_0(a) =
   * (1 + 2·½) / (1 + 2) = 2/3 and q_1(a) = ½. Round two: p_1(a) ∝ (2/3 · ½)^⅓, p_1(b) ∝ (1/3 ·
   * ½)^⅓.
   */
  @Test
  void twoRoundsDoneOnPaper() {
    Propagated result = SmallGraphs.run(ONES, SmallGraphs.path(1), SmallGraphs.labels(2, 0, -1));
    double ratio = Math.cbrt(2);
    assertThat(row(result, 1))
        .containsExactly(new double[] {ratio / (1 + ratio), 1 / (1 + ratio)}, within(1e-6));
  }

  @Test
  void theObjectiveNeverRises() {
    int n = 23;
    double[][] weights = SmallGraphs.random(n, 3);
    Labels visible = SmallGraphs.everyFourth(n, 3);
    double before = Double.POSITIVE_INFINITY;
    for (int rounds = 1; rounds <= 30; rounds++) {
      MeasurePropagation learner =
          new MeasurePropagation(0.3, 0.05, 0.5, new Stopping(1e-9, rounds));
      Propagated p = SmallGraphs.run(learner, SmallGraphs.of(weights), visible);
      double now = objective(learner, weights, visible, p);
      assertThat(now).as("round %d", rounds).isLessThan(before + 1e-6);
      before = now;
    }
    assertThat(before).isFinite();
  }

  /** At the minimum, p and q each follow from the other: a fixed point. */
  @Test
  void whatItConvergesToIsAFixedPoint() {
    int n = 19;
    double[][] weights = SmallGraphs.random(n, 4);
    Labels visible = SmallGraphs.everyFourth(n, 3);
    MeasurePropagation learner = new MeasurePropagation(0.3, 0.05, 0.5, new Stopping(1e-8, 10_000));
    Propagated result = SmallGraphs.run(learner, SmallGraphs.of(weights), visible);
    double[][] q = bestQ(learner, weights, visible, result);
    for (int i = 0; i < n; i++) {
      double[] p = new double[3];
      double sum = 0;
      double all = 0.05 + 0.3 * (0.5 + SmallGraphs.degrees(weights)[i]);
      for (int c = 0; c < 3; c++) {
        double exponent = 0.3 * 0.5 * Math.log(q[i][c]);
        for (int j = 0; j < n; j++) {
          exponent += 0.3 * weights[i][j] * Math.log(q[j][c]);
        }
        p[c] = Math.exp(exponent / all);
        sum += p[c];
      }
      for (int c = 0; c < 3; c++) {
        assertThat(row(result, i)[c]).isCloseTo(p[c] / sum, within(1e-5));
      }
    }
    assertThat(result.account().converged()).isTrue();
  }

  @Test
  void aUniformPriorIsNoPriorAndAStrongOneIsFollowed() {
    int n = 19;
    double[][] weights = SmallGraphs.random(n, 5);
    Labels visible = SmallGraphs.everyFourth(n, 2);
    MeasurePropagation learner = MeasurePropagation.defaults();
    Propagated plain = SmallGraphs.run(learner, SmallGraphs.of(weights), visible);
    try (FloatMatrix prior = FloatMatrix.allocate(n, 2)) {
      fill(prior, Math.log(0.5), Math.log(0.5));
      Evidence uniform = new Evidence(SmallGraphs.of(weights), visible, Optional.of(prior));
      for (int i = 0; i < n; i++) {
        assertThat(row(SmallGraphs.run(learner, uniform, 2), i))
            .containsExactly(row(plain, i), within(1e-6));
      }
      fill(prior, Math.log(0.2), Math.log(0.8));
      Propagated follower = SmallGraphs.run(learner.withPriorWeight(1e4), uniform, 2);
      assertThat(row(follower, 1)).containsExactly(new double[] {0.2, 0.8}, within(1e-3));
    }
  }

  @Test
  void probabilitiesNearZeroStayNumbers() {
    double[] chain = new double[60];
    java.util.Arrays.fill(chain, 1);
    int[] labels = new int[61];
    java.util.Arrays.fill(labels, 0);
    labels[60] = 1;
    Propagated result =
        SmallGraphs.run(
            new MeasurePropagation(100, 1e-8, 1, new Stopping(1e-6, 500)),
            SmallGraphs.path(chain),
            SmallGraphs.labels(3, labels));
    for (int i = 0; i < 61; i++) {
      assertThat(row(result, i)[0] + row(result, i)[1] + row(result, i)[2])
          .isCloseTo(1, within(1e-5));
    }
  }

  @Test
  void newRowsTakeTheGeometricMeanAndTheirOwnPrior() {
    try (Parallel parallel = new Parallel(1);
        FloatMatrix rows = FloatMatrix.of(new float[][] {{0}, {2}});
        FloatMatrix queries = FloatMatrix.of(new float[][] {{1}});
        FloatMatrix prior =
            FloatMatrix.of(new float[][] {{(float) Math.log(0.9), (float) Math.log(0.1)}})) {
      Propagated over = Propagated.of(new float[] {0.8f, 0.2f, 0.5f, 0.5f}, 2, null);
      MeasurePropagation learner = new MeasurePropagation(1, 2, 1, Stopping.defaults());
      Newcomers newcomers = PropagatedTest.newcomers(rows, queries, 2, parallel);
      // weight 1 each: p(a) ∝ (0.8 · 0.5 · 0.9²)^¼ with the prior, (0.8 · 0.5 · ½²)^¼ without
      double a = Math.pow(0.8 * 0.5 * 0.25, 0.25);
      double b = Math.pow(0.2 * 0.5 * 0.25, 0.25);
      assertThat(row(learner.extend(over, newcomers, parallel), 0)[0])
          .isCloseTo(a / (a + b), within(1e-6));
      a = Math.pow(0.8 * 0.5 * 0.81, 0.25);
      b = Math.pow(0.2 * 0.5 * 0.01, 0.25);
      Newcomers told = new Newcomers(newcomers.nearest(), newcomers.kernel(), Optional.of(prior));
      assertThat(row(learner.extend(over, told, parallel), 0)[0])
          .isCloseTo(a / (a + b), within(1e-6));
    }
  }

  @Test
  void weightsMustBePositive() {
    assertThatThrownBy(() -> MeasurePropagation.defaults().withPriorWeight(0))
        .hasMessage("priorWeight must be > 0 and finite, but was 0.0");
  }

  private static void fill(FloatMatrix prior, double... row) {
    for (int i = 0; i < prior.rows(); i++) {
      for (int c = 0; c < row.length; c++) {
        prior.set(i, c, (float) row[c]);
      }
    }
  }

  /** The q that minimises the objective for a given p. */
  private static double[][] bestQ(
      MeasurePropagation learner, double[][] weights, Labels visible, Propagated p) {
    int n = weights.length;
    double[][] q = SmallGraphs.indicators(visible);
    for (int i = 0; i < n; i++) {
      double all = visible.isLabeled(i) ? 1 : 0;
      for (int j = 0; j < n; j++) {
        double weight = learner.neighborWeight() * (i == j ? learner.selfWeight() : weights[i][j]);
        all += weight;
        for (int c = 0; c < q[i].length; c++) {
          q[i][c] += weight * p.probability(j, c);
        }
      }
      for (int c = 0; c < q[i].length; c++) {
        q[i][c] /= all;
      }
    }
    return q;
  }

  private static double objective(
      MeasurePropagation learner, double[][] weights, Labels visible, Propagated p) {
    double[][] q = bestQ(learner, weights, visible, p);
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum -= visible.isLabeled(i) ? Math.log(q[i][visible.label(i)]) : 0;
      for (int c = 0; c < q[i].length; c++) {
        double own = p.probability(i, c);
        sum += learner.priorWeight() * own * Math.log(own);
        for (int j = 0; j < weights.length; j++) {
          double weight = i == j ? learner.selfWeight() : weights[i][j];
          sum += learner.neighborWeight() * weight * own * Math.log(own / q[j][c]);
        }
      }
    }
    return sum;
  }
}
