package io.kith.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import org.junit.jupiter.api.Test;

class AdaGradTest {
  @Test
  void stepsAreThoseDoneOnPaper() {
    FloatMatrix theta = FloatMatrix.of(new float[][] {{1, 1}});
    FloatMatrix gradient = FloatMatrix.of(new float[][] {{3, 0}});
    try (AdaGrad optimizer = new AdaGrad(2);
        Parallel parallel = new Parallel(1)) {
      optimizer.step(theta, gradient, 0.1, parallel);
      assertThat((double) theta.get(0, 0)).isCloseTo(0.9, within(1e-6)); // 3 / sqrt(9)
      assertThat(theta.get(0, 1)).isEqualTo(1);
      gradient.set(0, 0, 4);
      optimizer.step(theta, gradient, 0.1, parallel);
      assertThat((double) theta.get(0, 0)).isCloseTo(0.9 - 0.1 * 4 / 5, within(1e-6)); // sqrt(25)
    }
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
}
