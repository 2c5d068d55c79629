package io.kith.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With inverse-probability weights, the expected graph term is that of the whole graph. */
class UnbiasedTest {
  private static final int ROWS = 24;
  private static final AffinityGraph GRAPH = Planted.graph(ROWS, 3, 0.4, new Seed(3).random());
  private static final Partition BLOCKS = Planted.runs(GRAPH, 8);

  /** The sum over an epoch, as a matrix: what each ω_ij is expected to count. */
  private final double[][] expected = new double[ROWS][ROWS];

  private static BatchOptions options(Companions companions) {
    return BatchOptions.defaults()
        .withBatchSize(6)
        .withCompanions(companions)
        .withUnbiased(true)
        .withLabeledPerStep(0);
  }

  private static MetaBatchPlan plan(BatchOptions options) {
    return MetaBatchPlan.of(GRAPH, BLOCKS, Labels.none(ROWS), options, new Seed(7));
  }

  @Test
  void everyDrawOfANeighborBatchTogetherGivesTheWholeGraph() {
    MetaBatchPlan plan = plan(options(Companions.BATCH));
    MetaBatchPlan.Epoch epoch = plan.epoch(0);
    for (int r = 0; r < plan.batchCount(); r++) {
      double total = 0;
      for (int s = 0; s < plan.batchCount(); s++) {
        total += s == r ? 0 : plan.weightBetween(r, s);
      }
      for (int s = 0; s < plan.batchCount(); s++) {
        if (s != r && plan.weightBetween(r, s) > 0) {
          int[] joining = blocksOf(plan.rows(s));
          add(epoch.assemble(0, r, joining), plan.weightBetween(r, s) / total);
        }
      }
    }
    requireWholeGraph(1e-5);
  }

  @Test
  void everyDrawOfNeighborBlocksTogetherGivesTheWholeGraph() {
    MetaBatchPlan plan = plan(options(Companions.BLOCKS));
    for (int r = 0; r < plan.batchCount(); r++) {
      int[] own = blocksOf(plan.rows(r));
      drawFor(plan.epoch(0), r, own, 0, new LinkedHashSet<>(), 1);
    }
    requireWholeGraph(1e-5);
  }

  /** Goes through every block that the i-th block of the batch may draw, with its probability. */
  private void drawFor(
      MetaBatchPlan.Epoch epoch, int batch, int[] own, int i, Set<Integer> drawn, double chance) {
    if (i == own.length) {
      int[] joining = drawn.stream().mapToInt(b -> b).toArray();
      add(epoch.assemble(0, batch, joining), chance);
      return;
    }
    double outside = 0;
    for (int c = 0; c < BLOCKS.blockCount(); c++) {
      outside += isIn(own, c) ? 0 : weightBetween(own[i], c);
    }
    if (outside == 0) {
      drawFor(epoch, batch, own, i + 1, drawn, chance);
    }
    for (int c = 0; c < BLOCKS.blockCount(); c++) {
      double weight = isIn(own, c) ? 0 : weightBetween(own[i], c);
      if (weight > 0) {
        Set<Integer> more = new LinkedHashSet<>(drawn);
        more.add(c);
        drawFor(epoch, batch, own, i + 1, more, chance * weight / outside);
      }
    }
  }

  @Test
  void theMeanOverManyEpochsIsTheWholeGraph() {
    for (Companions companions : new Companions[] {Companions.BATCH, Companions.BLOCKS}) {
      for (boolean anew : new boolean[] {false, true}) {
        MetaBatchPlan plan = plan(options(companions).withResynthesize(anew));
        int epochs = 6000;
        double sum = 0;
        for (int e = 0; e < epochs; e++) {
          MetaBatchPlan.Epoch epoch = plan.epoch(e);
          for (int s = 0; s < epoch.steps(); s++) {
            sum += graphTerm(epoch.step(s)) / epochs;
          }
        }
        assertThat(sum / wholeTerm()).as(companions + ", " + anew).isCloseTo(1, within(0.02));
      }
    }
  }

  @Test
  void withoutTheWeightsItIsNot() {
    MetaBatchPlan plan = plan(options(Companions.BATCH).withUnbiased(false));
    double sum = 0;
    for (int e = 0; e < 500; e++) {
      for (int s = 0; s < plan.batchCount(); s++) {
        sum += graphTerm(plan.epoch(e).step(s)) / 500;
      }
    }
    assertThat(sum / wholeTerm()).isNotCloseTo(1, within(0.1));
  }

  @Test
  void withoutCompanionsItIsRefused() {
    assertThatThrownBy(() -> options(Companions.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("choose batch or blocks");
  }

  private void add(MetaBatch batch, double chance) {
    AffinityBlock affinity = batch.affinity();
    for (int e = 0; e < affinity.size(); e++) {
      expected[batch.row(affinity.from(e))][batch.row(affinity.to(e))] +=
          chance * affinity.weight(e);
    }
  }

  private void requireWholeGraph(double tolerance) {
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < ROWS; j++) {
        assertThat(expected[i][j])
            .as(i + " to " + j)
            .isCloseTo(GRAPH.weight(i, j), within(tolerance));
      }
    }
  }

  /** Σ ω_ij D_ij with a D that differs from pair to pair and from direction to direction. */
  private static double graphTerm(MetaBatch batch) {
    AffinityBlock affinity = batch.affinity();
    double sum = 0;
    for (int e = 0; e < affinity.size(); e++) {
      sum +=
          affinity.weight(e) * divergence(batch.row(affinity.from(e)), batch.row(affinity.to(e)));
    }
    return sum;
  }

  private static double wholeTerm() {
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int e = GRAPH.begin(i); e < GRAPH.end(i); e++) {
        sum += GRAPH.weightAt(e) * divergence(i, GRAPH.neighborAt(e));
      }
    }
    return sum;
  }

  private static double divergence(int i, int j) {
    return (7 * i + 3 * j) % 11;
  }

  private static int[] blocksOf(int[] rows) {
    Set<Integer> blocks = new LinkedHashSet<>();
    for (int row : rows) {
      blocks.add(BLOCKS.block(row));
    }
    return blocks.stream().mapToInt(b -> b).toArray();
  }

  private static double weightBetween(int block, int other) {
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
      for (int e = GRAPH.begin(i); e < GRAPH.end(i); e++) {
        if (BLOCKS.block(i) == block && BLOCKS.block(GRAPH.neighborAt(e)) == other) {
          sum += GRAPH.weightAt(e);
        }
      }
    }
    return sum;
  }

  private static boolean isIn(int[] blocks, int block) {
    for (int b : blocks) {
      if (b == block) {
        return true;
      }
    }
    return false;
  }
}
