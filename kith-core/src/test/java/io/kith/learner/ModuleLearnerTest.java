package io.kith.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.engine.NativeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DropoutImpl;
import org.bytedeco.pytorch.InputArchive;
import org.bytedeco.pytorch.JitModule;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.QualifiedName;
import org.bytedeco.pytorch.ReLUImpl;
import org.bytedeco.pytorch.SequentialImpl;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleLearnerTest {
  private static final Seed SEED = new Seed(8);

  /** logits = relu(x v) w + b, as a person would write it in Python. */
  private static final String SCRIPT =
      """
      def forward(self, x):
          return torch.mm(torch.relu(torch.mm(x, self.v)), self.w) + self.b
      """;

  @TempDir Path folder;

  @Test
  void theSameLayersTakeTheSameStepAsADenseNetwork() {
    NetworkOptions options = new NetworkOptions(List.of(16, 12), 0);
    FloatMatrix x = random(30, 5, 1);
    FloatMatrix slope = random(30, 3, 2);
    try (DenseNetwork dense = new DenseNetwork(5, options, 3, SEED);
        ModuleLearner own = new ModuleLearner(layers(0, 5, 16, 12, 3), 5, 3);
        AdaGrad denseSteps = new AdaGrad(dense.parameters().columns());
        AdaGrad ownSteps = new AdaGrad(own.parameters().columns());
        Parallel parallel = new Parallel(2)) {
      copyTransposed(dense, own);
      for (int step = 0; step < 3; step++) {
        try (FloatMatrix a = dense.forward(x, SEED, parallel);
            FloatMatrix b = own.forward(x, SEED, parallel)) {
          assertThat(largestDifference(a, b)).isLessThan(1e-5);
        }
        dense.backward(slope, parallel);
        own.backward(slope, parallel);
        denseSteps.step(dense.parameters(), dense.gradient(), 0.05, parallel);
        ownSteps.step(own.parameters(), own.gradient(), 0.05, parallel);
      }
      try (FloatMatrix a = FloatMatrix.allocate(30, 3);
          FloatMatrix b = FloatMatrix.allocate(30, 3)) {
        dense.predict(x, a, parallel);
        own.predict(x, b, parallel);
        assertThat(largestDifference(a, b)).isLessThan(1e-5);
      }
    }
  }

  @Test
  void dropoutFollowsTheSeedAndLeavesPredictionAlone() {
    FloatMatrix x = random(40, 4, 3);
    try (ModuleLearner own = new ModuleLearner(layers(0.5, 4, 50, 2), 4, 2);
        Parallel parallel = new Parallel(1);
        FloatMatrix once = own.forward(x, SEED.derive(1), parallel);
        FloatMatrix again = own.forward(x, SEED.derive(1), parallel);
        FloatMatrix other = own.forward(x, SEED.derive(2), parallel);
        FloatMatrix predicted = FloatMatrix.allocate(40, 2);
        FloatMatrix predictedAgain = FloatMatrix.allocate(40, 2)) {
      assertThat(largestDifference(once, again)).isZero();
      assertThat(largestDifference(once, other)).isGreaterThan(0.01);
      own.predict(x, predicted, parallel);
      own.predict(x, predictedAgain, parallel);
      assertThat(largestDifference(predicted, predictedAgain)).isZero();
    }
  }

  @Test
  void aTorchScriptFileIsTrainedAndSavedAgain() {
    Path file = folder.resolve("net.pt");
    Path trained = folder.resolve("trained.pt");
    script(SCRIPT, file);
    FloatMatrix x = random(20, 4, 5);
    FloatMatrix after = FloatMatrix.allocate(20, 3);
    try (Parallel parallel = new Parallel(2)) {
      NativeModule module = NativeModule.load(file);
      try (ModuleLearner own = new ModuleLearner(module, 4, 3)) {
        assertThat(own.parameters().columns()).isEqualTo(4 * 6 + 6 * 3 + 3);
        gradientAgreesWithCentralDifferences(own, x, parallel);
        own.parameters().set(0, 0, 3);
        own.predict(x, after, parallel);
        module.save(trained);
      }
      try (ModuleLearner again = new ModuleLearner(NativeModule.load(trained), 4, 3);
          FloatMatrix loaded = FloatMatrix.allocate(20, 3)) {
        again.predict(x, loaded, parallel);
        assertThat(largestDifference(after, loaded)).isZero();
      }
    }
    assertThat(trained.toFile().length()).isLessThan(2 * file.toFile().length());
  }

  @Test
  void aComposedNetworkIsSavedAsAnArchiveOfItsState() {
    Path file = folder.resolve("state.pt");
    SequentialImpl other = new SequentialImpl();
    other.push_back(new LinearImpl(4, 3));
    NativeModule module = layers(0, 4, 3);
    try (ModuleLearner own = new ModuleLearner(module, 4, 3)) {
      own.parameters().set(0, 5, 42);
      module.save(file);
      try (PointerScope scope = Engine.scope()) {
        InputArchive archive = new InputArchive();
        archive.load_from(file.toString());
        other.load(archive); // before a learner moves the parameters into its buffer
      }
      try (ModuleLearner loaded = new ModuleLearner(NativeModule.of(other, other::forward), 4, 3)) {
        assertThat(largestDifference(own.parameters(), loaded.parameters())).isZero();
      }
    }
  }

  @Test
  void severalWorkersAreRefusedInASentence() {
    try (ModuleLearner own = new ModuleLearner(layers(0, 4, 3), 4, 3)) {
      refused(own::replica, "one worker only");
    }
  }

  @Test
  void aTorchScriptFileThatIsMissingOrBrokenIsRefused() throws IOException {
    Path missing = folder.resolve("none.pt");
    refused(() -> NativeModule.load(missing), "there is no file " + missing);
    Path text = Files.writeString(folder.resolve("text.pt"), "this is no network");
    refused(() -> NativeModule.load(text), text + " is not a whole TorchScript file");
    Path cut = folder.resolve("cut.pt");
    script(SCRIPT, cut);
    byte[] bytes = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    refused(() -> NativeModule.load(cut), cut + " is not a whole TorchScript file");
  }

  @Test
  void aNetworkOfOtherShapesIsRefused() {
    Path file = folder.resolve("net.pt");
    script(SCRIPT, file);
    refused(
        () -> new ModuleLearner(NativeModule.load(file), 5, 3),
        file + " does not take rows of 5 features");
    refused(
        () -> new ModuleLearner(NativeModule.load(file), 4, 2),
        file + " makes a tensor of shape [2, 3] from 2 rows, but [2, 2]");
    Path pair = folder.resolve("pair.pt");
    script("def forward(self, x):\n    return (x, torch.mm(x, self.v))\n", pair);
    refused(() -> new ModuleLearner(NativeModule.load(pair), 4, 3), "returns no tensor");
    refused(
        () -> new ModuleLearner(NativeModule.of(new ReLUImpl(), torch::relu), 2, 2),
        "the network has no parameter to train");
  }

  /** d/dθ Σ slope ∘ logits, against (f(θ + h) − f(θ − h)) / 2h of the same sum. */
  private static void gradientAgreesWithCentralDifferences(
      ModuleLearner own, FloatMatrix x, Parallel parallel) {
    // A slope whose rows sum to 0 takes the same value on logits and on log-probabilities.
    FloatMatrix slope = FloatMatrix.allocate(x.rows(), 3);
    for (int i = 0; i < x.rows(); i++) {
      slope.setRow(i, new float[] {1, -0.25f, -0.75f});
    }
    own.forward(x, SEED, parallel).close();
    own.backward(slope, parallel);
    float step = 1e-2f;
    for (int at = 0; at < own.parameters().columns(); at += 7) {
      float kept = own.parameters().get(0, at);
      own.parameters().set(0, at, kept + step);
      double above = weighted(own, x, slope, parallel);
      own.parameters().set(0, at, kept - step);
      double below = weighted(own, x, slope, parallel);
      own.parameters().set(0, at, kept);
      assertThat((double) own.gradient().get(0, at))
          .isCloseTo((above - below) / (2 * step), within(0.05));
    }
  }

  private static double weighted(
      ModuleLearner own, FloatMatrix x, FloatMatrix slope, Parallel parallel) {
    try (FloatMatrix logP = FloatMatrix.allocate(x.rows(), 3)) {
      own.predict(x, logP, parallel);
      double sum = 0;
      for (int i = 0; i < x.rows(); i++) {
        for (int c = 0; c < 3; c++) {
          sum += slope.get(i, c) * logP.get(i, c);
        }
      }
      return sum;
    }
  }

  private static NativeModule layers(double dropout, int... widths) {
    torch.manual_seed(1);
    SequentialImpl layers = new SequentialImpl();
    List<Module> dropouts = new ArrayList<>();
    for (int l = 0; l + 1 < widths.length; l++) {
      layers.push_back(new LinearImpl(widths[l], widths[l + 1]));
      if (l + 2 < widths.length) {
        DropoutImpl some = new DropoutImpl(dropout);
        layers.push_back(new ReLUImpl());
        layers.push_back(some);
        dropouts.add(some);
      }
    }
    return NativeModule.of(layers, layers::forward, dropouts.toArray(Module[]::new));
  }

  /** Linear layers keep one row for each output, dense networks one for each input. */
  private static void copyTransposed(DenseNetwork from, ModuleLearner to) {
    Layers layers = from.layers();
    for (int l = 0; l < layers.count(); l++) {
      int at = (int) layers.weightsAt(l);
      for (int i = 0; i < layers.inputs(l); i++) {
        for (int o = 0; o < layers.outputs(l); o++) {
          float weight = from.parameters().get(0, at + i * layers.outputs(l) + o);
          to.parameters().set(0, at + o * layers.inputs(l) + i, weight);
        }
      }
      for (int o = 0; o < layers.outputs(l); o++) {
        int bias = (int) layers.biasAt(l) + o;
        to.parameters().set(0, bias, from.parameters().get(0, bias));
      }
    }
  }

  private static void script(String source, Path file) {
    try (PointerScope scope = Engine.scope()) {
      JitModule module = new JitModule(new QualifiedName("Net"));
      parameter(module, "v", 4, 6);
      parameter(module, "w", 6, 3);
      Tensor bias = torch.zeros(3);
      module.register_parameter("b", bias.set_requires_grad(true), false);
      module.define(source);
      module.save(file.toString());
    }
  }

  private static void parameter(JitModule module, String name, int rows, int columns) {
    Tensor values = random(rows, columns, rows).tensor().clone();
    module.register_parameter(name, values.set_requires_grad(true), false);
  }

  private static void refused(Runnable work, String why) {
    assertThatThrownBy(work::run)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(why)
        .message()
        .doesNotContain("\n")
        .endsWith(".");
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

  private static double largestDifference(FloatMatrix a, FloatMatrix b) {
    double largest = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.columns(); j++) {
        largest = Math.max(largest, Math.abs(a.get(i, j) - b.get(i, j)));
      }
    }
    return largest;
  }
}
