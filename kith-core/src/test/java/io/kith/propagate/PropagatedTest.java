package io.kith.propagate;

import static io.kith.propagate.SmallGraphs.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.AffinityKernel;
import io.kith.graph.ExactNeighborSearch;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What all propagation learners have in common. */
class PropagatedTest {
  private static List<Propagation> learners() {
    return java.util.Arrays.stream(PropagationMethod.values())
        .map(PropagationMethod::propagation)
        .toList();
  }

  /** Kernel 1 for every pair, so that expectations need no exponentials. */
  static Newcomers newcomers(FloatMatrix rows, FloatMatrix queries, int k, Parallel parallel) {
    return new Newcomers(
        new ExactNeighborSearch().query(rows, queries, k, parallel, Progress.NONE),
        new AffinityKernel.Constant());
  }

  @Test
  void rowsThatNoLabelReachesAreSaidToBeUnreached() {
    double[][] weights = new double[8][8];
    int[][] edges = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 2}, {5, 6}};
    for (int[] edge : edges) {
      weights[edge[0]][edge[1]] = weights[edge[1]][edge[0]] = 0.5;
    }
    Labels visible = SmallGraphs.labels(3, 0, 1, -1, -1, -1, -1, -1, -1);
    for (Propagation learner : learners()) {
      Propagated result = SmallGraphs.run(learner, SmallGraphs.of(weights), visible);
      assertThat(result.unreachedCount()).as("%s", learner).isEqualTo(3);
      for (int i = 0; i < 8; i++) {
        assertThat(result.isReached(i)).as("%s, row %d", learner, i).isEqualTo(i < 5);
        double sum = row(result, i)[0] + row(result, i)[1] + row(result, i)[2];
        assertThat(sum).as("%s, row %d", learner, i).isCloseTo(i < 5 ? 1 : 0, within(1e-6));
      }
      assertThat(result.label(7)).isEqualTo(Labels.UNLABELED);
    }
  }

  @Test
  void softLabelsArePropagatedInParts() {
    int n = 12;
    AffinityGraph graph = SmallGraphs.of(SmallGraphs.random(n, 9));
    float[][] targets = new float[n][];
    targets[0] = new float[] {0.7f, 0.3f, 0};
    targets[5] = new float[] {0, 0.4f, 0.6f};
    Labels soft = Labels.soft(targets, List.of("a", "b", "c"));
    int[] two = new int[n];
    java.util.Arrays.fill(two, Labels.UNLABELED);
    two[0] = 0;
    two[5] = 1;
    Stopping exact = new Stopping(1e-7, 10_000);
    // label propagation is linear: what a row has of either labelled row, times that row's label
    Propagated shares =
        SmallGraphs.run(new LabelPropagation(exact), graph, SmallGraphs.labels(2, two));
    Propagated result = SmallGraphs.run(new LabelPropagation(exact), graph, soft);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 3; c++) {
        double expected =
            shares.probability(i, 0) * targets[0][c] + shares.probability(i, 1) * targets[5][c];
        assertThat(row(result, i)[c]).isCloseTo(expected, within(1e-5));
      }
    }
    // a soft label that is sure of one class is a hard one
    targets[0] = new float[] {1, 0, 0};
    targets[5] = new float[] {0, 1, 0};
    Labels sure = Labels.soft(targets, List.of("a", "b", "c"));
    for (Propagation learner : learners()) {
      Propagated bySoft = SmallGraphs.run(learner, graph, sure);
      Propagated byHard = SmallGraphs.run(learner, graph, SmallGraphs.labels(3, two));
      for (int i = 0; i < n; i++) {
        assertThat(row(bySoft, i)).as("%s", learner).isEqualTo(row(byHard, i));
      }
    }
  }

  @Test
  void threadsChangeNothing() {
    int n = 5000; // several ranges of rows
    int[] offsets = new int[n + 1];
    int[] neighbors = new int[2 * n];
    float[] weights = new float[2 * n];
    for (int i = 0; i < n; i++) { // a ring
      offsets[i + 1] = 2 * (i + 1);
      int left = (i + n - 1) % n;
      int right = (i + 1) % n;
      neighbors[2 * i] = Math.min(left, right);
      neighbors[2 * i + 1] = Math.max(left, right);
      weights[2 * i] = neighbors[2 * i] == left ? weight(left, n) : weight(i, n);
      weights[2 * i + 1] = neighbors[2 * i + 1] == left ? weight(left, n) : weight(i, n);
    }
    Evidence evidence =
        new Evidence(new AffinityGraph(offsets, neighbors, weights), SmallGraphs.everyFourth(n, 5));
    for (Propagation learner : learners()) {
      Propagated one = SmallGraphs.run(learner, evidence, 1);
      Propagated three = SmallGraphs.run(learner, evidence, 3);
      assertThat(three.account()).isEqualTo(one.account());
      for (int i = 0; i < n; i++) {
        assertThat(row(three, i)).isEqualTo(row(one, i));
      }
    }
  }

  private static float weight(int edge, int n) {
    return 0.2f + 0.8f * edge / n;
  }

  @Test
  void classMassBringsSharesToThoseOfTheLabels() {
    Propagated result =
        Propagated.of(new float[] {1, 0, 0, 1, 0.9f, 0.1f, 0.8f, 0.2f, 0.7f, 0.3f, 0, 0}, 2, null);
    Labels visible = SmallGraphs.labels(2, 0, 1, -1, -1, -1, -1);
    double[] scales = result.classMassScales(visible);
    // of 3 reached unlabelled rows, a has 2.4 and b 0.6; labels say 1.5 each
    assertThat(scales).containsExactly(new double[] {1.5 / 2.4, 1.5 / 0.6}, within(1e-6));
    Propagated scaled = result.scaled(scales);
    assertThat(row(scaled, 4))
        .containsExactly(
            new double[] {0.4375 / (0.4375 + 0.75), 0.75 / (0.4375 + 0.75)}, within(1e-6));
    assertThat(scaled.label(4)).isEqualTo(1);
    assertThat(scaled.label(2)).isEqualTo(0);
    assertThat(scaled.isReached(5)).isFalse();
  }

  @Test
  void newRowsAreTheMeanOfTheirNearestReachedRows() {
    try (Parallel parallel = new Parallel(2);
        FloatMatrix rows = FloatMatrix.of(new float[][] {{0}, {1}, {2}, {10}, {11}});
        FloatMatrix queries = FloatMatrix.of(new float[][] {{1.1f}, {10.6f}, {6.2f}})) {
      Propagated over =
          Propagated.of(
              new float[] {1, 0, 0.5f, 0.5f, 0, 1, 0, 0, 0, 0}, 2, null); // the last two unreached
      Propagated both =
          LabelPropagation.defaults().extend(over, newcomers(rows, queries, 2, parallel), parallel);
      assertThat(row(both, 0)).containsExactly(new double[] {0.25, 0.75}, within(1e-6));
      assertThat(both.isReached(1)).isFalse();
      assertThat(row(both, 2)).containsExactly(0, 1);
      Newcomers far =
          new Newcomers(
              new ExactNeighborSearch().query(rows, queries, 4, parallel, Progress.NONE),
              new AffinityKernel.Rbf(1e-3)); // every affinity is 0 in double
      Propagated nearest = LabelPropagation.defaults().extend(over, far, parallel);
      assertThat(row(nearest, 0)).containsExactly(0.5, 0.5);
      assertThat(row(nearest, 1)).containsExactly(0, 1);
    }
  }

  @Test
  void labelsMustFitTheGraphAndThereMustBeSome() {
    assertThatThrownBy(() -> new Evidence(SmallGraphs.path(1, 1), SmallGraphs.labels(2, 0, 1)))
        .hasMessage("labels must be 3, one for each row, but were 2");
    assertThatThrownBy(() -> new Evidence(SmallGraphs.path(1), SmallGraphs.labels(2, -1, -1)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no row has a label that could be propagated");
  }
}
