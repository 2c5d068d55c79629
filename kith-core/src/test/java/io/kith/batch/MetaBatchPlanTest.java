package io.kith.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import io.kith.partition.RandomPartitioner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MetaBatchPlanTest {
  private static final Seed SEED = new Seed(4);

  /** A ring of n nodes whose edge i – i+1 weighs 1 + i % 3. */
  private static AffinityGraph ring(int n) {
    int[] offsets = new int[n + 1];
    int[] neighbors = new int[2 * n];
    float[] weights = new float[2 * n];
    for (int i = 0; i < n; i++) {
      int before = (i + n - 1) % n;
      int after = (i + 1) % n;
      offsets[i + 1] = 2 * (i + 1);
      neighbors[2 * i] = Math.min(before, after);
      neighbors[2 * i + 1] = Math.max(before, after);
      for (int e = 2 * i; e < 2 * i + 2; e++) {
        int lower = neighbors[e] == after ? i : before;
        weights[e] = 1 + lower % 3;
      }
    }
    return new AffinityGraph(offsets, neighbors, weights);
  }

  private static Partition runs(AffinityGraph graph, int blocks) {
    int[] block = new int[graph.size()];
    Arrays.setAll(block, i -> (int) ((long) i * blocks / graph.size()));
    return new Partition(block, blocks, graph.fingerprint());
  }

  private static Labels labels(int n, int every) {
    int[] classes = new int[n];
    Arrays.setAll(classes, i -> i % every == 0 ? i % 2 : Labels.UNLABELED);
    return new Labels(classes, List.of("a", "b"));
  }

  private static BatchOptions options(int batchSize, Companions companions, int labeledPerStep) {
    return BatchOptions.defaults()
        .withBatchSize(batchSize)
        .withCompanions(companions)
        .withLabeledPerStep(labeledPerStep);
  }

  @Test
  void everyRowIsVisitedOnceAnEpochAndBlocksStayTogether() {
    AffinityGraph graph = ring(120);
    Partition partition = runs(graph, 24);
    MetaBatchPlan plan =
        MetaBatchPlan.of(graph, partition, labels(120, 5), options(20, Companions.NONE, 0), SEED);
    assertThat(plan.batchCount()).isEqualTo(6);
    for (int epoch = 0; epoch < 2; epoch++) {
      List<Integer> seen = new ArrayList<>();
      MetaBatchPlan.Epoch steps = plan.epoch(epoch);
      for (int s = 0; s < steps.steps(); s++) {
        MetaBatch batch = steps.step(s);
        assertThat(batch.size()).isEqualTo(20);
        for (int p = 0; p < batch.size(); p++) {
          seen.add(batch.row(p));
          if (p % 5 > 0) {
            assertThat(partition.block(batch.row(p))).isEqualTo(partition.block(batch.row(p - 1)));
          }
        }
      }
      assertThat(seen).doesNotHaveDuplicates().hasSize(120);
    }
  }

  @Test
  void theSameSeedPlansTheSameStepsAndEpochsDiffer() {
    AffinityGraph graph = ring(120);
    BatchOptions options = options(20, Companions.BATCH, 4);
    MetaBatchPlan one = MetaBatchPlan.of(graph, runs(graph, 24), labels(120, 5), options, SEED);
    MetaBatchPlan two = MetaBatchPlan.of(graph, runs(graph, 24), labels(120, 5), options, SEED);
    assertThat(one.epoch(3).step(2).rows()).isEqualTo(two.epoch(3).step(2).rows());
    assertThat(one.epoch(3).step(2).rows()).isNotEqualTo(one.epoch(4).step(2).rows());
  }

  @Test
  void theAffinityBlockHoldsExactlyTheEdgesInside() {
    AffinityGraph graph = ring(40);
    MetaBatchPlan plan =
        MetaBatchPlan.of(
            graph, runs(graph, 8), labels(40, 5), options(10, Companions.BATCH, 3), SEED);
    MetaBatch batch = plan.epoch(0).step(1);
    assertThat(batch.graphRows()).isEqualTo(20);
    assertThat(batch.size()).isEqualTo(23);
    double[][] block = new double[20][20];
    for (int e = 0; e < batch.affinity().size(); e++) {
      block[batch.affinity().from(e)][batch.affinity().to(e)] += batch.affinity().weight(e);
    }
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 20; j++) {
        assertThat(block[i][j]).isEqualTo(graph.weight(batch.row(i), batch.row(j)));
      }
    }
  }

  @Test
  void neighborsAreDrawnInProportionToTheWeightBetween() {
    AffinityGraph graph = ring(6);
    int[] blocks = {0, 0, 1, 1, 2, 2}; // between 0-1: edge 1-2 (2), 1-2: edge 3-4 (1), 2-0: 5-0 (3)
    MetaBatchPlan plan =
        MetaBatchPlan.of(
            graph,
            new Partition(blocks, 3, graph.fingerprint()),
            Labels.none(6),
            options(2, Companions.BATCH, 0),
            SEED);
    int batchOfZero = batchWith(plan, 0);
    int batchOfTwo = batchWith(plan, 2);
    int batchOfFour = batchWith(plan, 4);
    assertThat(plan.weightBetween(batchOfZero, batchOfTwo)).isEqualTo(2);
    assertThat(plan.weightBetween(batchOfTwo, batchOfFour)).isEqualTo(1);
    assertThat(plan.weightBetween(batchOfFour, batchOfZero)).isEqualTo(3);
    int[][] rows = new int[3][];
    Arrays.setAll(rows, plan::rows);
    int[] batchOfRow = new int[6];
    for (int b = 0; b < 3; b++) {
      for (int row : rows[b]) {
        batchOfRow[row] = b;
      }
    }
    GroupGraph between = new GroupGraph(graph, batchOfRow, rows);
    SplittableRandom random = SEED.random();
    int drawn = 0;
    for (int i = 0; i < 20_000; i++) {
      drawn += between.draw(batchOfZero, random) == batchOfTwo ? 1 : 0;
    }
    assertThat(drawn / 20_000.0).isCloseTo(2 / 5.0, within(0.015));
  }

  @Test
  void theRefillShowsEveryLabeledRowEquallyOften() {
    AffinityGraph graph = ring(60);
    Labels labels = labels(60, 6); // 10 labelled rows
    MetaBatchPlan plan =
        MetaBatchPlan.of(graph, runs(graph, 12), labels, options(10, Companions.NONE, 4), SEED);
    int[] shown = new int[60];
    for (int epoch = 0; epoch < 5; epoch++) { // 5 epochs of 6 steps of 4 rows: 12 rounds of 10
      MetaBatchPlan.Epoch steps = plan.epoch(epoch);
      for (int s = 0; s < steps.steps(); s++) {
        MetaBatch batch = steps.step(s);
        for (int p = batch.graphRows(); p < batch.size(); p++) {
          assertThat(batch.label(p)).isEqualTo(labels.label(batch.row(p)));
          shown[batch.row(p)]++;
        }
      }
    }
    for (int row = 0; row < 60; row++) {
      assertThat(shown[row]).isEqualTo(labels.isLabeled(row) ? 12 : 0);
    }
  }

  @Test
  void smallDataGetsSmallerBatchesUnlessOneIsGiven() {
    BatchOptions defaults = BatchOptions.defaults();
    assertThat(defaults.forRows(1_000_000).batchSize()).isEqualTo(1024);
    assertThat(defaults.forRows(8000).batchSize()).isEqualTo(500);
    assertThat(defaults.forRows(100).batchSize()).isEqualTo(64);
    assertThat(defaults.withBatchSize(300).forRows(100).batchSize()).isEqualTo(300);
  }

  @Test
  void aSupervisedPlanHasLabeledRowsAndNoEdges() {
    MetaBatchPlan plan = MetaBatchPlan.labeledOnly(labels(60, 6), 7, 3, SEED);
    MetaBatch batch = plan.epoch(0).step(0);
    assertThat(plan.batchCount()).isEqualTo(3);
    assertThat(batch.graphRows()).isZero();
    assertThat(batch.size()).isEqualTo(7);
    assertThat(batch.labeledCount()).isEqualTo(7);
    assertThat(plan.largestStep()).isEqualTo(7);
  }

  @Test
  void aPartitionOfAnotherGraphIsRefused() {
    assertThatThrownBy(
            () ->
                MetaBatchPlan.of(
                    ring(40), runs(ring(41), 8), Labels.none(40), BatchOptions.defaults(), SEED))
        .hasMessageContaining("cut from another one");
  }

  @Test
  void blocksLargerThanABatchAreRefused() {
    AffinityGraph graph = ring(40);
    BatchOptions options = options(6, Companions.BATCH, 0);
    assertThatThrownBy(
            () -> MetaBatchPlan.of(graph, runs(graph, 4), Labels.none(40), options, SEED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must fit a batch of 6 rows, but had 10 rows on average");
  }

  @Test
  void aHistogramCountsEveryBatchOnce() {
    Histogram histogram = Histogram.of(new double[] {0, 0.09, 0.1, 0.55, 1}, 0, 1, 10);
    assertThat(histogram.counts()).containsExactly(2, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    assertThat(histogram.from(5)).isEqualTo(0.5);
    assertThat(histogram.from(10)).isEqualTo(1);
  }

  @Test
  void qualityIsMeasuredAsInThePaper() {
    AffinityGraph graph = ring(6);
    int[][] batches = {{0, 1, 2}, {3, 4, 5}};
    Labels labels = new Labels(new int[] {0, 0, 0, 0, 1, -1}, List.of("a", "b"));
    BatchQuality quality = BatchQuality.of(graph, batches, labels);
    assertThat(quality.connectivity(0)).isEqualTo(4.0 / 6);
    assertThat(quality.entropy(0)).isZero();
    assertThat(quality.entropy(1)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(quality.connectivityDeviation()).isZero();
    double whole = -(0.8 * Math.log(0.8) + 0.2 * Math.log(0.2));
    assertThat(quality.wholeEntropy()).isCloseTo(whole, within(1e-12));
  }

  @Test
  void randomBatchesHaveHardlyAnyNeighborInside() {
    AffinityGraph graph = ring(2000);
    try (Parallel parallel = new Parallel(1)) {
      Partition random =
          new RandomPartitioner().partition(graph, 20, 0.05, SEED, parallel, Progress.NONE);
      Labels labels = labels(2000, 3);
      double shuffled = BatchQuality.of(graph, random.rowsOfBlocks(), labels).meanConnectivity();
      double cut =
          BatchQuality.of(graph, runs(graph, 20).rowsOfBlocks(), labels).meanConnectivity();
      assertThat(shuffled).isLessThan(0.1);
      assertThat(cut).isEqualTo(0.99);
    }
  }

  private static int batchWith(MetaBatchPlan plan, int row) {
    for (int b = 0; b < plan.batchCount(); b++) {
      for (int other : plan.rows(b)) {
        if (other == row) {
          return b;
        }
      }
    }
    throw new AssertionError("row " + row + " is in no batch");
  }
}
