package io.kith.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two steps of every rule, done on paper. */
class OptimizerTest {
  @Test
  void adaGradDividesByTheRootOfAllSquaresSoFar() {
    double[] steps = steps(OptimizerOptions.defaults().withRule(Rule.ADAGRAD));
    assertThat(steps[0]).isCloseTo(1 - 0.1, within(1e-6)); // 3 / sqrt(9)
    assertThat(steps[1]).isCloseTo(steps[0] - 0.1 * 4 / 5, within(1e-6)); // sqrt(9 + 16)
  }

  @Test
  void momentumCarriesTheLastStepOn() {
    double[] steps = steps(OptimizerOptions.defaults().withRule(Rule.SGD).withMomentum(0.5));
    assertThat(steps[0]).isCloseTo(1 - 0.1 * 3, within(1e-6));
    assertThat(steps[1]).isCloseTo(steps[0] - 0.1 * (0.5 * 3 + 4), within(1e-6));
  }

  @Test
  void adamDividesUnbiasedMeans() {
    double[] steps = steps(OptimizerOptions.defaults().withRule(Rule.ADAM));
    assertThat(steps[0]).isCloseTo(1 - 0.1, within(1e-6)); // 3 / sqrt(9), whatever the size
    double mean = (0.9 * 0.1 * 3 + 0.1 * 4) / (1 - 0.81);
    double square = (0.999 * 0.001 * 9 + 0.001 * 16) / (1 - 0.999 * 0.999);
    assertThat(steps[1]).isCloseTo(steps[0] - 0.1 * mean / Math.sqrt(square), within(1e-5));
  }

  @Test
  void adamWAlsoShrinksParameters() {
    double[] steps = steps(OptimizerOptions.defaults().withRule(Rule.ADAMW).withDecay(0.5));
    assertThat(steps[0]).isCloseTo(1 - 0.1 * 0.5 - 0.1, within(1e-6));
  }

  @Test
  void everyPieceOfALongVectorIsStepped() {
    int count = (1 << 16) + 3;
    FloatMatrix theta = FloatMatrix.allocate(1, count);
    FloatMatrix gradient = FloatMatrix.allocate(1, count);
    for (int i = 0; i < count; i++) {
      gradient.set(0, i, -1);
    }
    try (AdaGrad optimizer = new AdaGrad(count);
        Parallel parallel = new Parallel(2)) {
      optimizer.step(theta, gradient, 0.5, parallel);
    }
    for (int i = 0; i < count; i++) {
      assertThat(theta.get(0, i)).isEqualTo(0.5f);
    }
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void aStepSplitOverThreadsIsTheSameToTheBit(Rule rule) {
    assertThat(longSteps(rule, 3, false)).isEqualTo(longSteps(rule, 1, false));
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void aTwinGoesOnAsTheOriginalWould(Rule rule) {
    assertThat(longSteps(rule, 1, true)).isEqualTo(longSteps(rule, 1, false));
  }

  /** Three steps over a little more than three pieces, the last one by a twin if wished. */
  private static float[] longSteps(Rule rule, int threads, boolean twin) {
    int count = 3 * (1 << 16) + 5;
    SplittableRandom random = new Seed(5).random();
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (random.nextDouble() - 0.5);
    }
    try (FloatMatrix theta = FloatMatrix.of(new float[][] {values});
        FloatMatrix gradient = FloatMatrix.of(new float[][] {values});
        Optimizer optimizer = OptimizerOptions.defaults().withRule(rule).optimizer(count);
        Parallel parallel = new Parallel(threads)) {
      optimizer.step(theta, gradient, 0.1, parallel);
      optimizer.step(theta, gradient, 0.1, parallel);
      try (Optimizer other = optimizer.twin()) {
        (twin ? other : optimizer).step(theta, gradient, 0.1, parallel);
      }
      theta.copyRow(0, values);
      return values;
    }
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> OptimizerOptions.defaults().withMomentum(1))
        .hasMessage("momentum must be >= 0 and < 1, but was 1.0");
    assertThatThrownBy(() -> OptimizerOptions.defaults().withDecay(Double.NaN))
        .hasMessage("decay must be >= 0 and finite, but was NaN");
  }

  /** The parameter, from 1, after a gradient of 3 and one of 4 at rate 0.1. */
  private static double[] steps(OptimizerOptions options) {
    FloatMatrix theta = FloatMatrix.of(new float[][] {{1}});
    double[] after = new double[2];
    try (Optimizer optimizer = options.optimizer(1);
        Parallel parallel = new Parallel(1)) {
      for (int s = 0; s < 2; s++) {
        optimizer.step(theta, FloatMatrix.of(new float[][] {{3 + s}}), 0.1, parallel);
        after[s] = theta.get(0, 0);
      }
      assertThat(optimizer.steps()).isEqualTo(2);
    }
    return after;
  }
}
