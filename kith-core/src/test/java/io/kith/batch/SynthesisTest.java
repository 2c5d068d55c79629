package io.kith.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SynthesisTest {
  private static final int ROWS = 4000;
  private static final int CLASSES = 8;
  private static final AffinityGraph GRAPH =
      Planted.graph(ROWS, CLASSES, 0.2, new Seed(3).random());
  private static final Labels TRUTH = Planted.labels(ROWS, CLASSES);

  private static MetaBatchPlan plan(BatchOptions options, Labels visible) {
    return MetaBatchPlan.of(GRAPH, Planted.runs(GRAPH, 400), visible, options, new Seed(2));
  }

  private static BatchOptions options() {
    return BatchOptions.defaults().withBatchSize(160).withLabeledPerStep(0);
  }

  @Test
  void everyRowIsVisitedOnceAnEpochHoweverBlocksAreGathered() {
    for (Synthesis synthesis : Synthesis.values()) {
      for (boolean anew : new boolean[] {false, true}) {
        MetaBatchPlan plan =
            plan(
                options()
                    .withSynthesis(synthesis)
                    .withResynthesize(anew)
                    .withCompanions(Companions.NONE),
                Labels.none(ROWS));
        for (int number = 0; number < 3; number++) {
          MetaBatchPlan.Epoch epoch = plan.epoch(number);
          int[] visits = new int[ROWS];
          for (int s = 0; s < epoch.steps(); s++) {
            MetaBatch batch = epoch.step(s);
            assertThat(batch.size()).isEqualTo(160).isLessThanOrEqualTo(plan.largestStep());
            for (int row : batch.rows()) {
              visits[row]++;
            }
          }
          assertThat(visits).containsOnly(1);
        }
      }
    }
  }

  /** Without a single label: the clusters of the graph tell what rows are like. */
  @Test
  void diverseBatchesMirrorTheWholeSetBetterThanRandomOnes() {
    MetaBatchPlan random = plan(options(), Labels.none(ROWS));
    MetaBatchPlan diverse = plan(options().withSynthesis(Synthesis.DIVERSE), Labels.none(ROWS));
    BatchQuality ofRandom = BatchQuality.of(GRAPH, random, TRUTH);
    BatchQuality ofDiverse = BatchQuality.of(GRAPH, diverse, TRUTH);
    double whole = ofRandom.wholeEntropy();
    assertThat(whole - ofDiverse.meanEntropy()).isLessThan(0.5 * (whole - ofRandom.meanEntropy()));
    assertThat(ofDiverse.entropyDeviation()).isLessThan(ofRandom.entropyDeviation());
  }

  /** On a graph that tells nothing, the labels that may be seen still do. */
  @Test
  void knownLabelsAreSpreadOverDiverseBatches() {
    AffinityGraph noise = Planted.graph(ROWS, 1, 1, new Seed(5).random());
    int[] shown = new int[ROWS / 10];
    Arrays.setAll(shown, i -> 10 * i + i % 10);
    Labels visible = TRUTH.keepOnly(shown);
    BatchOptions options = options();
    double random = worstShortfall(noise, visible, options);
    double diverse = worstShortfall(noise, visible, options.withSynthesis(Synthesis.DIVERSE));
    assertThat(diverse).isLessThan(0.5 * random);
  }

  private static double worstShortfall(AffinityGraph graph, Labels visible, BatchOptions options) {
    MetaBatchPlan plan =
        MetaBatchPlan.of(graph, Planted.runs(graph, 400), visible, options, new Seed(2));
    BatchQuality quality = BatchQuality.of(graph, plan, visible);
    return quality.wholeEntropy() - quality.meanEntropy();
  }

  @Test
  void gatheringAnewChangesTheBatchesOfLaterEpochs() {
    MetaBatchPlan once = plan(options().withCompanions(Companions.NONE), Labels.none(ROWS));
    MetaBatchPlan anew =
        plan(options().withCompanions(Companions.NONE).withResynthesize(true), Labels.none(ROWS));
    assertThat(batchWith(once, 0, 1)).isEqualTo(batchWith(once, 5, 1));
    assertThat(batchWith(anew, 0, 1)).isEqualTo(batchWith(once, 0, 1));
    assertThat(batchWith(anew, 5, 1)).isNotEqualTo(batchWith(anew, 0, 1));
    assertThat(batchWith(anew, 5, 1)).isEqualTo(batchWith(anew, 5, 1));
  }

  @Test
  void neighborBlocksSeeMoreOfTheWeightBetweenBatches() {
    BatchOptions options = options().withBatchSize(80);
    MetaBatchPlan batch = plan(options, Labels.none(ROWS));
    MetaBatchPlan blocks = plan(options.withCompanions(Companions.BLOCKS), Labels.none(ROWS));
    double byBatch = CompanyQuality.of(GRAPH, batch, 2).covered();
    double byBlocks = CompanyQuality.of(GRAPH, blocks, 2).covered();
    assertThat(byBlocks).isGreaterThan(1.5 * byBatch);
    for (int s = 0; s < blocks.batchCount(); s++) {
      MetaBatch step = blocks.epoch(0).step(s);
      assertThat(step.size()).isLessThanOrEqualTo(blocks.largestStep());
      assertThat(Arrays.stream(step.rows()).distinct().count()).isEqualTo(step.size());
    }
  }

  private static int[] batchWith(MetaBatchPlan plan, int epoch, int row) {
    for (int s = 0; s < plan.batchCount(); s++) {
      int[] rows = plan.epoch(epoch).step(s).rows().clone();
      Arrays.sort(rows);
      if (Arrays.binarySearch(rows, row) >= 0) {
        return rows;
      }
    }
    throw new AssertionError("row " + row + " is in no batch");
  }
}
