package io.kith.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationTest {
  private static final Evaluation JUDGED =
      Evaluation.of(
          FloatMatrix.of(
              new float[][] {log(0.8, 0.2), log(0.4, 0.6), log(0.3, 0.7), log(0.5, 0.5)}),
          new Labels(new int[] {0, 0, 1, -1}, List.of("a", "b")));

  @Test
  void accuracyAndConfusionCountLabeledRowsOnly() {
    assertThat(JUDGED.count()).isEqualTo(3);
    assertThat(JUDGED.accuracy()).isCloseTo(2 / 3.0, within(1e-12));
    assertThat(JUDGED.confusion(0, 1)).isEqualTo(1);
    assertThat(JUDGED.confusion(1, 0)).isZero();
    assertThat(JUDGED.classAccuracy(0)).isEqualTo(0.5);
  }

  @Test
  void logLossIsTheMeanSurprise() {
    double mean = -(Math.log(0.8) + Math.log(0.4) + Math.log(0.7)) / 3;
    assertThat(JUDGED.logLoss()).isCloseTo(mean, within(1e-6));
  }

  @Test
  void calibrationErrorIsTheDistanceOfConfidenceFromAccuracyBinByBin() {
    // confidences 0.8 (right), 0.6 (wrong), 0.7 (right), each alone in its bin of width 1/15
    assertThat(JUDGED.calibrationError()).isCloseTo((0.2 + 0.6 + 0.3) / 3, within(1e-6));
  }

  @Test
  void noLabeledRowGivesZeroes() {
    Evaluation nothing = Evaluation.of(FloatMatrix.allocate(2, 2), Labels.none(2));
    assertThat(nothing.count()).isZero();
    assertThat(nothing.accuracy()).isZero();
    assertThat(nothing.logLoss()).isZero();
  }

  @Test
  void ofEqualScoresTheFirstIsTheLikeliest() {
    assertThat(Evaluation.likeliest(new float[] {1, 3, 3})).isEqualTo(1);
  }

  private static float[] log(double... probabilities) {
    float[] logs = new float[probabilities.length];
    for (int c = 0; c < logs.length; c++) {
      logs[c] = (float) Math.log(probabilities[c]);
    }
    return logs;
  }
}
