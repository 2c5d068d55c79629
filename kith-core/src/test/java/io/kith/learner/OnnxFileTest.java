package io.kith.learner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.data.ReadOptions;
import io.kith.data.Schema;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** ONNX Runtime is the oracle. */
class OnnxFileTest {
  private static final Seed SEED = new Seed(23);

  @TempDir Path folder;

  @Test
  void onnxRuntimeGivesTheSameProbabilitiesMissingValuesIncluded() throws Exception {
    Standardizer standardizer =
        new Standardizer(
            new float[] {1, 2, 3, 4},
            new double[] {0.5, 1e6, 3, 4}, // a mean that float arithmetic would blur
            new double[] {2, 0.5, 1, 3},
            new boolean[] {false, false, true, false});
    float[][] rows = {
      {0, 1e6f, 3, 4},
      {Float.NaN, 1e6f + 1, 99, 4.5f},
      {-3, Float.NaN, Float.NaN, Float.NaN},
      {1, 1e6f - 0.5f, Float.POSITIVE_INFINITY, 10}
    };
    try (Model model = model(List.of(30, 20), standardizer, 3).withTemperature(1.7)) {
      agree(model, rows);
    }
  }

  @Test
  void aLinearClassifierWithoutConstantFeaturesAndAWideNetworkAgreeToo() throws Exception {
    try (Model model = model(List.of(), plain(5), 2)) {
      agree(model, random(9, 5));
    }
    try (Model model = model(List.of(300, 200), plain(120), 39)) { // over one block of weights
      agree(model, random(31, 120));
    }
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void everyActivationAgrees(Activation activation) throws Exception {
    NetworkOptions options = new NetworkOptions(List.of(20, 10), 0).withActivation(activation);
    try (Model model = model(options, plain(6), 3)) {
      agree(model, random(40, 6));
    }
  }

  @Test
  void theFileNamesItsClassesAndFeatures() throws Exception {
    try (Model model = model(List.of(4), plain(2), 3)) {
      model.save(folder.resolve("model"));
    }
    try (OrtSession session = open()) {
      Map<String, String> metadata = session.getMetadata().getCustomMetadata();
      assertThat(Json.parse(metadata.get("classes"))).isEqualTo(Json.tree(names("class", 3)));
      assertThat(Json.parse(metadata.get("features"))).isEqualTo(Json.tree(names("x", 2)));
      assertThat(session.getInputNames()).containsExactly("features");
      assertThat(session.getOutputNames()).containsExactly("probabilities", "log_probabilities");
    }
  }

  private void agree(Model model, float[][] rows) throws OrtException {
    model.save(folder.resolve("model"));
    try (OrtSession session = open();
        OnnxTensor input = OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), rows);
        OrtSession.Result result = session.run(Map.of("features", input));
        Parallel parallel = new Parallel(1);
        FloatMatrix expected = model.logProbabilities(FloatMatrix.of(rows), parallel)) {
      float[][] probabilities = (float[][]) result.get("probabilities").orElseThrow().getValue();
      float[][] logs = (float[][]) result.get("log_probabilities").orElseThrow().getValue();
      for (int i = 0; i < rows.length; i++) {
        for (int c = 0; c < expected.columns(); c++) {
          float logP = expected.get(i, c);
          assertThat(logs[i][c]).isCloseTo(logP, within(1e-5f * Math.max(1, Math.abs(logP))));
          assertThat((double) probabilities[i][c]).isCloseTo(Math.exp(logP), within(1e-5));
        }
      }
    }
  }

  private OrtSession open() throws OrtException {
    return OrtEnvironment.getEnvironment()
        .createSession(folder.resolve("model/model.onnx").toString());
  }

  private static Model model(List<Integer> hidden, Standardizer standardizer, int classes) {
    return model(new NetworkOptions(hidden, 0), standardizer, classes);
  }

  private static Model model(NetworkOptions options, Standardizer standardizer, int classes) {
    return new Model(
        new DenseNetwork(standardizer.columns(), options, classes, SEED),
        options,
        standardizer,
        Schema.numeric(names("x", standardizer.columns())),
        ReadOptions.defaults(),
        names("class", classes),
        Provenance.now("engine", "kith train", "none", Map.of()));
  }

  private static Standardizer plain(int columns) {
    double[] scale = new double[columns];
    java.util.Arrays.fill(scale, 0.7);
    return new Standardizer(new float[columns], new double[columns], scale, new boolean[columns]);
  }

  private static float[][] random(int rows, int columns) {
    SplittableRandom random = SEED.random();
    float[][] values = new float[rows][columns];
    for (float[] row : values) {
      for (int j = 0; j < columns; j++) {
        row[j] = (float) (4 * random.nextDouble() - 2);
      }
    }
    return values;
  }

  private static List<String> names(String stem, int count) {
    return IntStream.range(0, count).mapToObj(i -> stem + i).toList();
  }
}
