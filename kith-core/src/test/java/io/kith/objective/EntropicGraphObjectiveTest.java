package io.kith.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Seed;
import io.kith.batch.AffinityBlock;
import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EntropicGraphObjectiveTest {
  private static final int[] ROWS = {0, 1, 2, 3, 4, 5, 6};
  private static final Labels LABELS =
      new Labels(new int[] {0, -1, 3, -1, 4, -1, -1, 1, 1, 2}, List.of("a", "b", "c", "d", "e"));
  private static final MetaBatch BATCH =
      MetaBatch.of(
          ROWS,
          new int[] {0, -1, 3, -1, 4, -1, -1},
          AffinityBlock.of(
              new int[] {0, 1, 1, 2, 3, 6, 0, 5},
              new int[] {1, 0, 2, 1, 6, 3, 5, 0},
              new float[] {0.5f, 0.5f, 0.25f, 0.25f, 1, 1, 0.7f, 0.7f}));

  /** The same batch, its labels spread over classes; rows 1, 3, 5 and 6 have none. */
  private static final MetaBatch SOFT =
      MetaBatch.of(
          ROWS,
          Labels.soft(
              new float[][] {
                {0.7f, 0.1f, 0.1f, 0.1f, 0},
                null,
                {0, 0, 0.25f, 0.75f, 0},
                null,
                {0, 0, 0, 0, 1},
                null,
                null
              },
              LABELS.names()),
          BATCH.affinity());

  private static final ObjectiveOptions SUMS =
      ObjectiveOptions.defaults().withNormalization(Normalization.ROWS);

  @Test
  void twoNeighborsOnPaperDisagreeByTheirDivergences() {
    // p = (1/2, 1/2), q = (1/4, 3/4): D(p|q) + D(q|p), both directions of one edge of weight 2.
    double forth = 0.5 * Math.log(0.5 / 0.25) + 0.5 * Math.log(0.5 / 0.75);
    double back = 0.25 * Math.log(0.25 / 0.5) + 0.75 * Math.log(0.75 / 0.5);
    FloatMatrix logP =
        FloatMatrix.of(
            new float[][] {
              {(float) Math.log(0.5), (float) Math.log(0.5)},
              {(float) Math.log(0.25), (float) Math.log(0.75)}
            });
    MetaBatch batch = MetaBatch.of(new int[] {0, 1}, new int[] {-1, -1}, edge(2));
    LossTerms terms =
        new EntropicGraphObjective(SUMS.withGraphWeight(1))
            .evaluate(logP, batch, FloatMatrix.allocate(2, 2));
    assertThat(terms.graph()).isCloseTo(2 * (forth + back) / 2, within(1e-6));
    assertThat(terms.supervised()).isZero();
    assertThat(terms.entropy()).isZero();
  }

  @Test
  void aPerfectPredictionHasNoSupervisedLoss() {
    FloatMatrix logits = FloatMatrix.of(new float[][] {{60, 0, 0}, {0, 0, 60}});
    MetaBatch batch = MetaBatch.of(new int[] {0, 1}, new int[] {0, 2}, AffinityBlock.empty());
    LossTerms terms =
        new EntropicGraphObjective(SUMS)
            .evaluate(logSoftmax(logits), batch, FloatMatrix.allocate(2, 3));
    assertThat(terms.supervised()).isCloseTo(0, within(1e-12));
  }

  @Test
  void aPerfectPredictionOfASoftLabelHasNoSupervisedLossAndNoGradient() {
    float[][] targets = {{0.5f, 0.25f, 0.25f}, {0.125f, 0, 0.875f}};
    FloatMatrix logP = FloatMatrix.allocate(2, 3);
    for (int i = 0; i < 6; i++) {
      logP.set(i / 3, i % 3, (float) Math.log(Math.max(targets[i / 3][i % 3], 1e-30)));
    }
    MetaBatch batch =
        MetaBatch.of(
            new int[] {0, 1}, Labels.soft(targets, List.of("a", "b", "c")), AffinityBlock.empty());
    FloatMatrix gradient = FloatMatrix.allocate(2, 3);
    LossTerms terms = new EntropicGraphObjective(SUMS).evaluate(logP, batch, gradient);
    assertThat(terms.supervised()).isCloseTo(0, within(1e-7));
    assertThat((double) gradient.get(0, 1)).isCloseTo(0, within(1e-7));
  }

  @Test
  void aSoftLabelOfOneClassIsThatLabelToTheBit() {
    float[][] oneHot = new float[ROWS.length][];
    for (int i = 0; i < oneHot.length; i++) {
      if (BATCH.label(i) >= 0) {
        oneHot[i] = new float[5];
        oneHot[i][BATCH.label(i)] = 1;
      }
    }
    MetaBatch soft = MetaBatch.of(ROWS, Labels.soft(oneHot, LABELS.names()), BATCH.affinity());
    FloatMatrix logP = logSoftmax(randomLogits(ROWS.length, 5, 3, 17));
    for (double smoothing : new double[] {0, 0.2}) {
      Objective objective = new EntropicGraphObjective(SUMS.withSmoothing(smoothing));
      FloatMatrix hardSlope = FloatMatrix.allocate(ROWS.length, 5);
      FloatMatrix softSlope = FloatMatrix.allocate(ROWS.length, 5);
      assertThat(objective.evaluate(logP, soft, softSlope))
          .isEqualTo(objective.evaluate(logP, BATCH, hardSlope));
      for (int i = 0; i < 5 * ROWS.length; i++) {
        assertThat(softSlope.get(i / 5, i % 5)).isEqualTo(hardSlope.get(i / 5, i % 5));
      }
    }
  }

  @Test
  void aUniformPredictionHasNoEntropyLoss() {
    MetaBatch batch = MetaBatch.of(new int[] {0}, new int[] {-1}, AffinityBlock.empty());
    LossTerms terms =
        new EntropicGraphObjective(SUMS.withEntropyWeight(1))
            .evaluate(
                logSoftmax(FloatMatrix.of(new float[][] {{3, 3, 3, 3}})),
                batch,
                FloatMatrix.allocate(1, 4));
    assertThat(terms.entropy()).isCloseTo(0, within(1e-6));
  }

  @Test
  void meansWeighTheSupervisedTermByLabeledRowsOnly() {
    FloatMatrix logP = logSoftmax(randomLogits(4, 3, 1, 5));
    MetaBatch batch =
        MetaBatch.of(new int[] {0, 1, 2, 3}, new int[] {1, -1, -1, 2}, AffinityBlock.empty());
    FloatMatrix gradient = FloatMatrix.allocate(4, 3);
    double means =
        new EntropicGraphObjective(SUMS.withNormalization(Normalization.MEANS))
            .evaluate(logP, batch, gradient)
            .supervised();
    double rows = new EntropicGraphObjective(SUMS).evaluate(logP, batch, gradient).supervised();
    assertThat(means).isCloseTo(-(logP.get(0, 1) + logP.get(3, 2)) / 2.0, within(1e-6));
    assertThat(rows).isCloseTo(means / 2, within(1e-6));
  }

  /** Every option alone, then all together, at small, usual and extreme logits. */
  static Stream<Arguments> optionsAndScales() {
    ObjectiveOptions plain = SUMS.withGraphWeight(0.8).withEntropyWeight(0.3);
    List<ObjectiveOptions> variants =
        List.of(
            plain,
            plain.withNormalization(Normalization.MEANS),
            plain.withScope(GraphScope.LABELED),
            plain.withSymmetric(true),
            plain.withSmoothing(0.2),
            plain.withBalance(Balance.WEIGHTS),
            plain.withBalance(Balance.PRIOR),
            plain
                .withNormalization(Normalization.MEANS)
                .withScope(GraphScope.LABELED)
                .withSymmetric(true)
                .withSmoothing(0.1)
                .withBalance(Balance.PRIOR));
    return variants.stream()
        .flatMap(
            o ->
                Stream.of(1, 5, 30)
                    .flatMap(
                        scale ->
                            Stream.of(BATCH, SOFT)
                                .map(batch -> Arguments.of(o, scale.doubleValue(), batch))));
  }

  @ParameterizedTest
  @MethodSource("optionsAndScales")
  void theClosedFormAgreesWithCentralDifferences(
      ObjectiveOptions options, double scale, MetaBatch batch) {
    long seed = 7;
    int rows = ROWS.length;
    int classes = 5;
    FloatMatrix logits = randomLogits(rows, classes, scale, seed);
    Objective objective = EntropicGraphObjective.of(options, LABELS);
    FloatMatrix gradient = FloatMatrix.allocate(rows, classes);
    LossTerms terms = objective.evaluate(logSoftmax(logits), batch, gradient);
    double[] z = new double[rows * classes];
    for (int i = 0; i < z.length; i++) {
      z[i] = logits.get(i / classes, i % classes);
    }
    assertThat(plainLoss(z, batch, options))
        .isCloseTo(terms.total(), within(1e-5 * Math.max(1, terms.total())));
    double h = 1e-4;
    for (int i = 0; i < z.length; i++) {
      double kept = z[i];
      z[i] = kept + h;
      double up = plainLoss(z, batch, options);
      z[i] = kept - h;
      double down = plainLoss(z, batch, options);
      z[i] = kept;
      assertThat((double) gradient.get(i / classes, i % classes))
          .as("entry %d at scale %s, seed %d", i, scale, seed)
          .isCloseTo((up - down) / (2 * h), within(2e-4 * Math.max(1, scale)));
    }
  }

  @Test
  void theClosedFormAgreesWithAutograd() {
    FloatMatrix logits = randomLogits(ROWS.length, 5, 2, 13);
    FloatMatrix gradient = FloatMatrix.allocate(ROWS.length, 5);
    new EntropicGraphObjective(SUMS.withGraphWeight(0.8).withEntropyWeight(0.3))
        .evaluate(logSoftmax(logits), BATCH, gradient);
    try (PointerScope scope = Engine.scope()) {
      Tensor z = logits.tensor().clone().set_requires_grad(true);
      Tensor logP = torch.log_softmax(z, 1);
      Tensor p = logP.exp();
      Tensor loss = p.mul(logP.add(new Scalar(Math.log(5)))).sum().mul(new Scalar(0.3));
      for (int i = 0; i < ROWS.length; i++) {
        if (BATCH.label(i) >= 0) {
          loss = loss.sub(logP.select(0, i).select(0, BATCH.label(i)));
        }
      }
      AffinityBlock w = BATCH.affinity();
      for (int e = 0; e < w.size(); e++) {
        Tensor difference = logP.select(0, w.from(e)).sub(logP.select(0, w.to(e)));
        Tensor divergence = p.select(0, w.from(e)).mul(difference).sum();
        loss = loss.add(divergence.mul(new Scalar(0.8 * w.weight(e))));
      }
      loss.div(new Scalar((double) ROWS.length)).backward();
      double apart = z.grad().sub(gradient.tensor()).abs().max().item_double();
      assertThat(apart).isLessThan(1e-6);
    }
  }

  @Test
  void entriesAndTheFullMatrixMultiplyAlike() {
    boolean[] counted = {true, false, true, true, false, true, true};
    try (PointerScope scope = Engine.scope()) {
      Tensor x = randomLogits(ROWS.length, 5, 3, 3).tensor();
      AffinityProduct entries = AffinityProduct.entries(BATCH.affinity(), counted, ROWS.length);
      AffinityProduct full = AffinityProduct.full(BATCH.affinity(), counted, ROWS.length);
      assertThat(apart(entries.times(x), full.times(x))).isLessThan(1e-6);
      assertThat(apart(entries.transposed().times(x), full.transposed().times(x))).isLessThan(1e-6);
    }
  }

  @Test
  void aBlockThatIsHeldDenseAndOneHeldSparseGiveTheSameLoss() {
    int many = 300; // so few edges among so many rows are held as entries
    FloatMatrix logits = randomLogits(many, 5, 3, 23);
    int[] rows = new int[many];
    int[] labels = new int[many];
    for (int i = 0; i < many; i++) {
      rows[i] = i;
      labels[i] = Labels.UNLABELED;
    }
    Objective objective = new EntropicGraphObjective(SUMS.withGraphWeight(1));
    FloatMatrix logP = logSoftmax(logits);
    FloatMatrix sparseSlope = FloatMatrix.allocate(many, 5);
    FloatMatrix denseSlope = FloatMatrix.allocate(ROWS.length, 5);
    double sparse =
        objective.evaluate(logP, MetaBatch.of(rows, labels, BATCH.affinity()), sparseSlope).graph();
    double dense = objective.evaluate(logP.slice(0, ROWS.length), BATCH, denseSlope).graph();
    assertThat(many * sparse).isCloseTo(ROWS.length * dense, within(1e-6 * many * sparse));
  }

  @Test
  void balancedWeightsMakeEveryLabeledClassCountTheSame() {
    Labels uneven = new Labels(new int[] {0, 0, 0, 1}, List.of("a", "b"));
    FloatMatrix flat = logSoftmax(FloatMatrix.allocate(4, 2));
    FloatMatrix gradient = FloatMatrix.allocate(4, 2);
    MetaBatch batch =
        MetaBatch.of(new int[] {0, 1, 2, 3}, new int[] {0, 0, 0, 1}, AffinityBlock.empty());
    EntropicGraphObjective.of(SUMS.withBalance(Balance.WEIGHTS), uneven)
        .evaluate(flat, batch, gradient);
    double pullToA = gradient.get(0, 0) + gradient.get(1, 0) + gradient.get(2, 0);
    assertThat(pullToA).isCloseTo(gradient.get(3, 1), within(1e-6));
  }

  @Test
  void withNoCutEdgesTheBatchesAddUpToTheWhole() {
    FloatMatrix logP = logSoftmax(randomLogits(4, 3, 2, 11));
    AffinityBlock both =
        AffinityBlock.of(
            new int[] {0, 1, 2, 3}, new int[] {1, 0, 3, 2}, new float[] {1, 1, 0.5f, 0.5f});
    int[] labels = {0, -1, -1, 2};
    Objective objective = new EntropicGraphObjective(SUMS.withGraphWeight(1).withEntropyWeight(1));
    LossTerms whole =
        objective.evaluate(
            logP, MetaBatch.of(new int[] {0, 1, 2, 3}, labels, both), FloatMatrix.allocate(4, 3));
    LossTerms first =
        objective.evaluate(
            logP.slice(0, 2),
            MetaBatch.of(new int[] {0, 1}, new int[] {0, -1}, edge(1)),
            FloatMatrix.allocate(2, 3));
    LossTerms second =
        objective.evaluate(
            logP.slice(2, 4),
            MetaBatch.of(new int[] {2, 3}, new int[] {-1, 2}, edge(0.5f)),
            FloatMatrix.allocate(2, 3));
    LossTerms sum = first.plus(second).times(0.5); // each is divided by 2 rows, the whole by 4
    assertThat(sum.supervised()).isCloseTo(whole.supervised(), within(1e-6));
    assertThat(sum.graph()).isCloseTo(whole.graph(), within(1e-6));
    assertThat(sum.entropy()).isCloseTo(whole.entropy(), within(1e-6));
  }

  /** The objective written down term by term, in double precision, from the logits. */
  private static double plainLoss(double[] z, MetaBatch batch, ObjectiveOptions options) {
    int rows = ROWS.length;
    int classes = z.length / rows;
    double[][] logP = new double[rows][classes];
    for (int i = 0; i < rows; i++) {
      double max = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < classes; c++) {
        max = Math.max(max, z[i * classes + c]);
      }
      double sum = 0;
      for (int c = 0; c < classes; c++) {
        sum += Math.exp(z[i * classes + c] - max);
      }
      for (int c = 0; c < classes; c++) {
        logP[i][c] = z[i * classes + c] - max - Math.log(sum);
      }
    }
    int[] counts = LABELS.histogram();
    double supervised = 0;
    double others = 0;
    for (int i = 0; i < rows; i++) {
      int label = batch.label(i);
      if (label >= 0) {
        double weight =
            options.balance() == Balance.WEIGHTS
                ? (double) LABELS.labeledCount() / classes / counts[label]
                : 1;
        for (int c = 0; c < classes; c++) {
          double t = batch.target(i, c);
          double target = options.smoothing() / classes + (1 - options.smoothing()) * t;
          supervised -= weight * target * logP[i][c];
          supervised += t > 0 ? weight * t * Math.log(t) : 0;
        }
      }
      for (int c = 0; c < classes; c++) {
        double reference =
            options.balance() == Balance.PRIOR
                ? (counts[c] + 1.0) / (LABELS.labeledCount() + classes)
                : 1.0 / classes;
        others +=
            options.entropyWeight() * Math.exp(logP[i][c]) * (logP[i][c] - Math.log(reference));
      }
    }
    AffinityBlock w = batch.affinity();
    for (int e = 0; e < w.size(); e++) {
      if (options.scope() == GraphScope.LABELED && batch.label(w.from(e)) < 0) {
        continue;
      }
      double forth = divergence(logP[w.from(e)], logP[w.to(e)]);
      double back = divergence(logP[w.to(e)], logP[w.from(e)]);
      double d = options.symmetric() ? (forth + back) / 2 : forth;
      others += options.graphWeight() * w.weight(e) * d;
    }
    double perLabel = options.normalization() == Normalization.MEANS ? batch.labeledCount() : rows;
    return supervised / perLabel + others / rows;
  }

  private static double divergence(double[] logP, double[] logQ) {
    double sum = 0;
    for (int c = 0; c < logP.length; c++) {
      sum += Math.exp(logP[c]) * (logP[c] - logQ[c]);
    }
    return sum;
  }

  private static double apart(Tensor a, Tensor b) {
    return a.sub(b).abs().max().item_double();
  }

  private static AffinityBlock edge(float weight) {
    return AffinityBlock.of(new int[] {0, 1}, new int[] {1, 0}, new float[] {weight, weight});
  }

  private static FloatMatrix randomLogits(int rows, int classes, double scale, long seed) {
    SplittableRandom random = new Seed(seed).random();
    FloatMatrix logits = FloatMatrix.allocate(rows, classes);
    for (int i = 0; i < rows; i++) {
      for (int c = 0; c < classes; c++) {
        logits.set(i, c, (float) (scale * (2 * random.nextDouble() - 1)));
      }
    }
    return logits;
  }

  private static FloatMatrix logSoftmax(FloatMatrix logits) {
    try (PointerScope scope = Engine.scope()) {
      return FloatMatrix.of(torch.log_softmax(logits.tensor(), 1));
    }
  }
}
