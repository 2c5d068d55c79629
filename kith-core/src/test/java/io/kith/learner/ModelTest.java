package io.kith.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.data.ReadOptions;
import io.kith.data.Schema;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelTest {
  @TempDir Path folder;
  private Path model;

  @BeforeEach
  void saveOne() {
    model = folder.resolve("model");
    NetworkOptions options = new NetworkOptions(List.of(4), 0);
    Standardizer standardizer =
        new Standardizer(new float[2], new double[] {1, 2}, new double[] {3, 4}, new boolean[2]);
    new Model(
            new DenseNetwork(2, options, 3, new Seed(1)),
            options,
            standardizer,
            Schema.numeric(List.of("x", "y")),
            ReadOptions.defaults(),
            List.of("a", "b", "c"),
            Provenance.now("engine", "kith train", "none", Map.of()))
        .save(model);
  }

  @Test
  void theWeightsFileIsSafetensorsWithPyTorchsNamesAndShapes() throws IOException {
    byte[] bytes = Files.readAllBytes(model.resolve("weights.safetensors"));
    long length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    String header = new String(bytes, 8, (int) length, StandardCharsets.UTF_8);
    assertThat(header).contains("\"layers.0.weight\"", "\"layers.1.bias\"", "[4,2]", "[3,4]");
    assertThat(bytes).hasSize(8 + (int) length + 4 * (2 * 4 + 4 + 4 * 3 + 3));
    assertThat(length % 8).isZero();
  }

  @Test
  void featuresAreStandardisedBeforeTheyArePredicted() {
    try (Model loaded = Model.load(model);
        Parallel parallel = new Parallel(1);
        DenseNetwork bare =
            new DenseNetwork(2, new NetworkOptions(List.of(4), 0), 3, new Seed(1))) {
      FloatMatrix expected = FloatMatrix.allocate(1, 3);
      bare.predict(FloatMatrix.of(new float[][] {{2, -1}}), expected, parallel);
      FloatMatrix got = loaded.logProbabilities(FloatMatrix.of(new float[][] {{7, -2}}), parallel);
      assertThat(got.get(0, 1)).isEqualTo(expected.get(0, 1));
    }
  }

  @Test
  void aTruncatedWeightsFileIsRefused() throws IOException {
    Path weights = model.resolve("weights.safetensors");
    byte[] bytes = Files.readAllBytes(weights);
    Files.write(weights, Arrays.copyOf(bytes, bytes.length - 5));
    refused("cut off");
    Files.write(weights, new byte[] {1, 2, 3});
    refused("cut off");
    Files.write(
        weights, "this is no weights file at all, it is text".getBytes(StandardCharsets.UTF_8));
    refused("not a safetensors file");
  }

  @Test
  void weightsOfAnotherNetworkAreRefused() throws IOException {
    Path other = folder.resolve("other");
    Files.createDirectory(other);
    String json = Files.readString(model.resolve("model.json"));
    Files.writeString(other.resolve("model.json"), json.replaceFirst("\\[ 4 \\]", "[ 5 ]"));
    Files.copy(model.resolve("weights.safetensors"), other.resolve("weights.safetensors"));
    assertThatThrownBy(() -> Model.load(other))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("does not hold the network of its model.json");
  }

  @Test
  void aFolderThatIsNoModelIsRefused() {
    assertThatThrownBy(() -> Model.load(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a model folder");
  }

  @Test
  void aModelOfANewerVersionIsRefused() throws IOException {
    Path file = model.resolve("model.json");
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"version\" : 2", "\"version\" : 99"));
    refused("is of version 99");
  }

  @Test
  void aFolderOfVersionOneStillLoadsAndPredictsWhatItDid() throws Exception {
    Path old = Path.of(ModelTest.class.getResource("model-version-1").toURI());
    try (Model loaded = Model.load(old);
        Parallel parallel = new Parallel(1)) {
      assertThat(loaded.temperature()).isEqualTo(1);
      FloatMatrix got =
          loaded.logProbabilities(
              FloatMatrix.of(new float[][] {{7, -2, 9}, {Float.NaN, 3, 7}}), parallel);
      float[][] then = {
        {-1.0939008f, -1.1051351f, -1.096835f}, {-1.1610485f, -1.0089071f, -1.1325049f}
      };
      for (int i = 0; i < 2; i++) {
        for (int c = 0; c < 3; c++) {
          assertThat(got.get(i, c)).isCloseTo(then[i][c], within(1e-6f));
        }
      }
    }
  }

  @Test
  void theTemperatureIsKeptAndFlattensProbabilitiesWithoutChangingTheirOrder() throws IOException {
    Path hot = folder.resolve("hot");
    try (Model plain = Model.load(model);
        Parallel parallel = new Parallel(1)) {
      plain.withTemperature(2).save(hot);
      try (Model loaded = Model.load(hot)) {
        assertThat(loaded.temperature()).isEqualTo(2);
        FloatMatrix x = FloatMatrix.of(new float[][] {{7, -2}});
        FloatMatrix before = plain.logProbabilities(x, parallel);
        FloatMatrix after = loaded.logProbabilities(x, parallel);
        for (int c = 0; c < 2; c++) { // differences of log-probabilities are those of logits
          assertThat(after.get(0, c) - after.get(0, 2))
              .isCloseTo((before.get(0, c) - before.get(0, 2)) / 2, within(1e-6f));
        }
        double sum = 0;
        for (int c = 0; c < 3; c++) {
          sum += Math.exp(after.get(0, c));
        }
        assertThat(sum).isCloseTo(1, within(1e-6));
      }
    }
    Path file = hot.resolve("model.json");
    Files.writeString(
        file, Files.readString(file).replaceFirst("\"temperature\" : 2.0", "\"temperature\" : -1"));
    assertThatThrownBy(() -> Model.load(hot))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("temperature must be > 0");
  }

  @Test
  void threadsMayPredictTogether() {
    FloatMatrix x = FloatMatrix.allocate(1000, 2);
    for (int i = 0; i < 1000; i++) {
      x.set(i, 0, i % 17);
      x.set(i, 1, -i % 13);
    }
    try (Model loaded = Model.load(model).withTemperature(1.5);
        Parallel callers = new Parallel(4);
        Parallel alone = new Parallel(1);
        FloatMatrix expected = loaded.logProbabilities(x, alone)) {
      callers.run(
          32,
          call -> {
            try (Parallel own = new Parallel(1 + call % 2);
                FloatMatrix got = loaded.logProbabilities(x, own)) {
              float[] row = new float[3];
              float[] wanted = new float[3];
              for (int i = 0; i < 1000; i++) {
                got.copyRow(i, row);
                expected.copyRow(i, wanted);
                assertThat(row).isEqualTo(wanted);
              }
            }
          });
    }
  }

  @Test
  void embeddingsAreTheLastHiddenLayerWhereThereIsOne() {
    FloatMatrix x = FloatMatrix.of(new float[][] {{7, -2}, {1, 2}});
    try (Model loaded = Model.load(model);
        Parallel parallel = new Parallel(1);
        FloatMatrix hidden = FloatMatrix.allocate(2, loaded.embeddingUnits());
        FloatMatrix withHidden = loaded.probabilities(x, hidden, parallel);
        FloatMatrix without = loaded.probabilities(x, parallel)) {
      assertThat(loaded.embeddingUnits()).isEqualTo(4);
      assertThat(withHidden.get(0, 1)).isEqualTo(without.get(0, 1));
      assertThat(hidden.get(1, 2)).isZero(); // the mean row has no input, and biases begin at 0
    }
    NetworkOptions linear = new NetworkOptions(List.of(), 0);
    try (Model none =
        new Model(
            new DenseNetwork(2, linear, 3, new Seed(1)),
            linear,
            new Standardizer(new float[2], new double[2], new double[] {1, 1}, new boolean[2]),
            Schema.numeric(List.of("x", "y")),
            ReadOptions.defaults(),
            List.of("a", "b", "c"),
            Provenance.now("engine", "kith train", "none", Map.of()))) {
      assertThatThrownBy(none::embeddingUnits)
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("no hidden layer");
    }
  }

  private void refused(String why) {
    assertThatThrownBy(() -> Model.load(model))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(why);
  }
}
