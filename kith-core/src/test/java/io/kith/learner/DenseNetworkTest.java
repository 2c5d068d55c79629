package io.kith.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseNetworkTest {
  private static final Seed SEED = new Seed(3);

  @ParameterizedTest
  @CsvSource({"RELU,0", "RELU,0.375", "LEAKY_RELU,0.375", "ELU,0.375", "TANH,0", "TANH,0.375"})
  void theGradientAgreesWithAutogradDropoutIncluded(Activation activation, double dropout) {
    int[] widths = {4, 60, 50, 3};
    NetworkOptions options =
        new NetworkOptions(List.of(60, 50), dropout).withActivation(activation);
    FloatMatrix x = random(9, 4, 5);
    FloatMatrix slope = random(9, 3, 6); // by the logits
    try (DenseNetwork network = new DenseNetwork(4, options, 3, SEED);
        Parallel parallel = new Parallel(1);
        PointerScope scope = new PointerScope()) {
      network.forward(x, SEED, parallel);
      network.backward(slope, parallel);
      Tensor theta = network.parameters().tensor().clone().set_requires_grad(true);
      Tensor below = x.tensor();
      long at = 0;
      for (int l = 0; l < 3; l++) {
        long weights = (long) widths[l] * widths[l + 1];
        Tensor w = theta.view(-1).narrow(0, at, weights).view(widths[l], widths[l + 1]);
        Tensor b = theta.view(-1).narrow(0, at + weights, widths[l + 1]);
        below = below.mm(w).add(b);
        if (l < 2) {
          Tensor kept = torch.ones(9, widths[l + 1]);
          new Dropout(dropout).apply(kept, SEED.derive(0).derive(l));
          below = plain(activation, below).mul(kept).div(new Scalar(1 - dropout));
        }
        at += weights + widths[l + 1];
      }
      below.mul(slope.tensor()).sum().backward();
      double difference = theta.grad().sub(network.gradient().tensor()).abs().max().item_double();
      assertThat(theta.grad().abs().max().item_double()).isGreaterThan(0.1);
      assertThat(difference).isLessThan(5e-5);
    }
  }

  @Test
  void oneThreadAndThreeGiveTheSameBits() {
    NetworkOptions options = new NetworkOptions(List.of(850, 30), 0.2);
    FloatMatrix x = random(1100, 7, 1);
    FloatMatrix slope = random(1100, 3, 2);
    float[] one = gradientOn(1, options, x, slope);
    float[] three = gradientOn(3, options, x, slope);
    assertThat(three).isEqualTo(one);
  }

  @Test
  void theGradientToldOfLayerByLayerIsTheSameToTheBit() {
    try (DenseNetwork network =
            new DenseNetwork(30, new NetworkOptions(List.of(900, 20), 0.2), 4, SEED);
        FloatMatrix x = random(700, 30, 1);
        FloatMatrix by = random(700, 4, 2);
        Parallel parallel = new Parallel(2)) {
      network.forward(x, SEED, parallel).close();
      network.backward(by, parallel);
      float[] whole = copyOf(network.gradient());
      network.gradient().setRow(0, new float[whole.length]);
      int[] told = new int[whole.length];
      network.backward(
          by,
          parallel,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              told[i]++;
              assertThat(network.gradient().get(0, i)).isEqualTo(whole[i]); // at that moment
            }
          });
      assertThat(told).containsOnly(1);
    }
  }

  @Test
  void twinsLearnApartAndReplicasTogether() {
    try (DenseNetwork network = new DenseNetwork(2, new NetworkOptions(List.of(3), 0), 2, SEED);
        DenseNetwork replica = network.replica();
        DenseNetwork twin = network.twin()) {
      float before = network.parameters().get(0, 0);
      network.parameters().set(0, 0, before + 1);
      assertThat(replica.parameters().get(0, 0)).isEqualTo(before + 1);
      assertThat(twin.parameters().get(0, 0)).isEqualTo(before);
    }
  }

  private static float[] copyOf(FloatMatrix vector) {
    float[] values = new float[vector.columns()];
    vector.copyRow(0, values);
    return values;
  }

  @Test
  void dropoutLeavesOutAboutTheWishedShareAndPredictionNone() {
    NetworkOptions options = new NetworkOptions(List.of(2000), 0.2);
    try (DenseNetwork network = new DenseNetwork(3, options, 2, SEED);
        Parallel parallel = new Parallel(2)) {
      FloatMatrix x = random(64, 3, 9);
      FloatMatrix once = copy(network.forward(x, SEED.derive(1), parallel));
      FloatMatrix again = copy(network.forward(x, SEED.derive(1), parallel));
      FloatMatrix other = copy(network.forward(x, SEED.derive(2), parallel));
      assertThat(dot(once, once)).isEqualTo(dot(again, again));
      assertThat(dot(once, once)).isNotEqualTo(dot(other, other));
      FloatMatrix predicted = FloatMatrix.allocate(64, 2);
      network.predict(x, predicted, parallel);
      double mean = 0;
      for (int i = 0; i < 200; i++) {
        mean += network.forward(x, SEED.derive(i), parallel).get(0, 0) / 200;
      }
      assertThat(mean).isCloseTo(predicted.get(0, 0), within(0.1));
    }
  }

  @Test
  void aLinearClassifierHasNoHiddenLayer() {
    try (DenseNetwork network = new DenseNetwork(2, new NetworkOptions(List.of(), 0), 2, SEED);
        Parallel parallel = new Parallel(1)) {
      for (int at = 0; at < 6; at++) {
        network.parameters().set(0, at, at); // W = ((0, 1), (2, 3)), b = (4, 5)
      }
      FloatMatrix out = FloatMatrix.allocate(1, 2);
      network.predict(FloatMatrix.of(new float[][] {{1, 1}}), out, parallel);
      // logits (0 + 2 + 4, 1 + 3 + 5) = (6, 9)
      assertThat((double) out.get(0, 1)).isCloseTo(-Math.log1p(Math.exp(-3)), within(1e-6));
    }
  }

  @Test
  void featuresOfAnotherWidthAreRefused() {
    try (DenseNetwork network = new DenseNetwork(2, NetworkOptions.defaults(), 2, SEED);
        Parallel parallel = new Parallel(1)) {
      assertThatThrownBy(
              () ->
                  network.predict(FloatMatrix.allocate(1, 3), FloatMatrix.allocate(1, 2), parallel))
          .hasMessage("features must have 2 columns, but had 3");
    }
  }

  private static Tensor plain(Activation activation, Tensor z) {
    return switch (activation) {
      case RELU -> z.relu();
      case LEAKY_RELU -> torch.leaky_relu(z, new Scalar(0.01f));
      case ELU -> torch.elu(z);
      case TANH -> z.tanh();
    };
  }

  private static float[] gradientOn(
      int threads, NetworkOptions options, FloatMatrix x, FloatMatrix slope) {
    try (DenseNetwork network = new DenseNetwork(7, options, 3, SEED);
        Parallel parallel = new Parallel(threads)) {
      network.forward(x, SEED, parallel);
      network.backward(slope, parallel);
      float[] gradient = new float[network.gradient().columns()];
      network.gradient().copyRow(0, gradient);
      return gradient;
    }
  }

  private static FloatMatrix random(int rows, int columns, long seed) {
    SplittableRandom random = new Seed(seed).random();
    FloatMatrix matrix = FloatMatrix.allocate(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix.set(i, j, (float) (2 * random.nextDouble() - 1));
      }
    }
    return matrix;
  }

  private static double dot(FloatMatrix a, FloatMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.columns(); j++) {
        sum += (double) a.get(i, j) * b.get(i, j);
      }
    }
    return sum;
  }

  private static FloatMatrix copy(FloatMatrix matrix) {
    FloatMatrix copy = FloatMatrix.allocate(matrix.rows(), matrix.columns());
    for (int i = 0; i < matrix.rows(); i++) {
      for (int j = 0; j < matrix.columns(); j++) {
        copy.set(i, j, matrix.get(i, j));
      }
    }
    return copy;
  }
}
