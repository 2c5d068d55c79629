package io.kith.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TemperatureTest {
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** Three rows of four are right: the best confidence is 3/4, so z / T = log 3. */
  @Test
  void theTemperatureIsTheOneDoneOnPaper() {
    float[][] logits = new float[4][];
    for (int i = 0; i < 4; i++) {
      logits[i] = logSoftmax(4, 0);
    }
    Labels truth = new Labels(new int[] {0, 0, 0, 1}, List.of("a", "b"));
    assertThat(Temperature.fit(FloatMatrix.of(logits), truth))
        .isCloseTo(4 / Math.log(3), within(1e-5));
  }

  @Test
  void labelsDrawnFromTemperedProbabilitiesGiveTheTemperatureBack() {
    SplittableRandom random = new Seed(5).random();
    int rows = 20_000;
    float[][] sure = new float[rows][];
    int[] classes = new int[rows];
    for (int i = 0; i < rows; i++) {
      double[] z = {random.nextDouble() * 4, random.nextDouble() * 4, random.nextDouble() * 4};
      float[] honest = logSoftmax(z);
      double drawn = random.nextDouble();
      classes[i] =
          drawn < Math.exp(honest[0])
              ? 0
              : drawn < Math.exp(honest[0]) + Math.exp(honest[1]) ? 1 : 2;
      sure[i] = logSoftmax(3 * z[0], 3 * z[1], 3 * z[2]);
    }
    Labels truth = new Labels(classes, NAMES);
    FloatMatrix before = FloatMatrix.of(sure);
    double temperature = Temperature.fit(before, truth);
    assertThat(temperature).isCloseTo(3, within(0.15));

    float[][] scaled = new float[rows][];
    for (int i = 0; i < rows; i++) {
      scaled[i] =
          logSoftmax(sure[i][0] / temperature, sure[i][1] / temperature, sure[i][2] / temperature);
    }
    Evaluation unscaled = Evaluation.of(before, truth);
    Evaluation fitted = Evaluation.of(FloatMatrix.of(scaled), truth);
    assertThat(fitted.accuracy()).isEqualTo(unscaled.accuracy());
    assertThat(fitted.logLoss()).isLessThan(unscaled.logLoss());
    assertThat(unscaled.calibrationError()).isGreaterThan(0.15);
    assertThat(fitted.calibrationError()).isLessThan(0.02);
  }

  @Test
  void nothingIsScaledWhereNoRowIsLabelledOrAllAreRight() {
    FloatMatrix logits = FloatMatrix.of(new float[][] {logSoftmax(1, 0), logSoftmax(0, 1)});
    assertThat(Temperature.fit(logits, Labels.none(2))).isEqualTo(1);
    assertThat(Temperature.fit(logits, new Labels(new int[] {0, 1}, List.of("a", "b"))))
        .isEqualTo(1);
    assertThat(Temperature.fit(logits, new Labels(new int[] {1, 0}, List.of("a", "b"))))
        .isEqualTo(1);
  }

  private static float[] logSoftmax(double... z) {
    double sum = 0;
    for (double value : z) {
      sum += Math.exp(value);
    }
    float[] logs = new float[z.length];
    for (int c = 0; c < z.length; c++) {
      logs[c] = (float) (z[c] - Math.log(sum));
    }
    return logs;
  }
}
