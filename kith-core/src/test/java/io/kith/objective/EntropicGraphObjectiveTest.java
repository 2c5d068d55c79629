package io.kith.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Seed;
import io.kith.batch.AffinityBlock;
import io.kith.batch.MetaBatch;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntropicGraphObjectiveTest {
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

  @ParameterizedTest
  @ValueSource(doubles = {1, 5, 30})
  void theClosedFormAgreesWithCentralDifferences(double scale) {
    long seed = 7;
    int rows = 7;
    int classes = 5;
    FloatMatrix logits = randomLogits(rows, classes, scale, seed);
    int[] from = {0, 1, 1, 2, 3, 6, 0, 5};
    int[] to = {1, 0, 2, 1, 6, 3, 5, 0};
    float[] weights = {0.5f, 0.5f, 0.25f, 0.25f, 1, 1, 0.7f, 0.7f};
    MetaBatch batch =
        MetaBatch.of(
            new int[] {0, 1, 2, 3, 4, 5, 6},
            new int[] {0, -1, 3, -1, 4, -1, -1},
            AffinityBlock.of(from, to, weights));
    Objective objective =
        new EntropicGraphObjective(SUMS.withGraphWeight(0.8).withEntropyWeight(0.3));
    FloatMatrix gradient = FloatMatrix.allocate(rows, classes);
    LossTerms terms = objective.evaluate(logSoftmax(logits), batch, gradient);
    double[] z = new double[rows * classes];
    for (int i = 0; i < z.length; i++) {
      z[i] = logits.get(i / classes, i % classes);
    }
    assertThat(plainLoss(z, rows, classes, batch, 0.8, 0.3))
        .isCloseTo(terms.total(), within(1e-5 * Math.max(1, terms.total())));
    double h = 1e-4;
    for (int i = 0; i < z.length; i++) {
      double kept = z[i];
      z[i] = kept + h;
      double up = plainLoss(z, rows, classes, batch, 0.8, 0.3);
      z[i] = kept - h;
      double down = plainLoss(z, rows, classes, batch, 0.8, 0.3);
      z[i] = kept;
      assertThat((double) gradient.get(i / classes, i % classes))
          .as("entry %d at scale %s, seed %d", i, scale, seed)
          .isCloseTo((up - down) / (2 * h), within(2e-4 * Math.max(1, scale)));
    }
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
  private static double plainLoss(
      double[] z, int rows, int classes, MetaBatch batch, double gamma, double kappa) {
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
    double loss = 0;
    for (int i = 0; i < rows; i++) {
      if (batch.label(i) >= 0) {
        loss -= logP[i][batch.label(i)];
      }
      for (int c = 0; c < classes; c++) {
        loss += kappa * Math.exp(logP[i][c]) * (logP[i][c] + Math.log(classes));
      }
    }
    AffinityBlock w = batch.affinity();
    for (int e = 0; e < w.size(); e++) {
      for (int c = 0; c < classes; c++) {
        double p = logP[w.from(e)][c];
        loss += gamma * w.weight(e) * Math.exp(p) * (p - logP[w.to(e)][c]);
      }
    }
    return loss / rows;
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
