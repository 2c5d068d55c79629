package io.kith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.engine.NativeModule;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Adam;
import io.kith.learner.Learner;
import io.kith.learner.Model;
import io.kith.learner.ModuleLearner;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Conv1dImpl;
import org.bytedeco.pytorch.LinearImpl;
import org.bytedeco.pytorch.Module;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of docs/models.md, which is compared with this file. */
class ModelsPageTest {
  @TempDir Path temporary;

  // <convolution>
  /** 9 frames of 39 cepstral coefficients: a convolution over time, then a linear layer. */
  static final class FrameConvolution extends Module {
    private final Conv1dImpl overTime =
        register_module("overTime", new Conv1dImpl(39, 32, new LongPointer(new long[] {3})));
    private final LinearImpl last;

    FrameConvolution(int classes) {
      last = register_module("last", new LinearImpl(32 * 7, classes));
    }

    Tensor forward(Tensor rows) {
      Tensor frames = rows.view(-1, 9, 39).transpose(1, 2);
      return last.forward(overTime.forward(frames).relu().flatten(1, -1));
    }
  }

  // </convolution>

  @Test
  void aConvolutionOverFramesIsTrainedByTheOrdinaryTrainer() {
    FloatMatrix rows = FloatMatrix.allocate(600, 9 * 39);
    Labels labels = risingAndFalling(rows, new Seed(3).random());
    FloatMatrix features = rows.slice(0, 400);
    int[] held = java.util.stream.IntStream.range(400, 600).toArray();
    Seed seed = new Seed(1);
    torch.manual_seed(1); // the layers' first weights
    try (Parallel parallel = new Parallel(2)) {
      Labels visible = labels.gather(java.util.stream.IntStream.range(0, 400).toArray());
      MetaBatchPlan plan = MetaBatchPlan.labeledOnly(visible, 64, 6, seed);
      Validation validation = new Validation(rows.slice(400, 600), labels.gather(held));
      // <own>
      FrameConvolution convolution = new FrameConvolution(2);
      NativeModule module = NativeModule.of(convolution, convolution::forward);
      Learner learner = new ModuleLearner(module, 9 * 39, 2);
      Task task =
          new Task(
              learner,
              new Adam(learner.parameters().columns(), 0),
              new EntropicGraphObjective(ObjectiveOptions.defaults()),
              features,
              plan,
              validation);
      TrainingHistory history =
          new Trainer(TrainingOptions.defaults().withEpochs(5), seed, parallel)
              .train(task, TrainingListener.NONE, Progress.NONE);
      // </own>
      assertThat(history.best().validationAccuracy()).isGreaterThan(0.95);
      Evaluation kept = validation.evaluate(learner, parallel);
      assertThat(kept.accuracy()).isEqualTo(history.best().validationAccuracy());
      learner.close();
    }
  }

  @Test
  void aModelIsUsedFromJavaAndByOnnxRuntime() throws Exception {
    Path folder = temporary.resolve("model");
    Kith.run(Curves.dataset(600, 3, 4, 0.5, 1), RunOptions.defaults()).model().save(folder);
    float[][] rows = {{0.1f, 0.2f, 0.3f, Float.NaN}, {1, 1, 1, 1}};
    float[][] onnx;
    // <load>
    try (Model model = Model.load(folder);
        Parallel parallel = Parallel.ofMachine();
        FloatMatrix features = FloatMatrix.of(rows);
        FloatMatrix logP = model.logProbabilities(features, parallel)) {
      float[] first = new float[model.classNames().size()];
      logP.copyRow(0, first);
      String likeliest = model.classNames().get(Evaluation.likeliest(first));
      // </load>
      assertThat(model.classNames()).contains(likeliest);
      // <onnx>
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      try (OrtSession session = environment.createSession(folder.resolve("model.onnx").toString());
          OnnxTensor input = OnnxTensor.createTensor(environment, rows);
          OrtSession.Result result = session.run(Map.of("features", input))) {
        onnx = (float[][]) result.get("probabilities").orElseThrow().getValue();
      }
      // </onnx>
      for (int c = 0; c < first.length; c++) {
        assertThat((double) onnx[0][c]).isCloseTo(Math.exp(first[c]), within(1e-5));
      }
    }
  }

  @Test
  void thePageShowsThisCode() throws Exception {
    List<String> source = Files.readAllLines(Path.of("src/test/java/io/kith/ModelsPageTest.java"));
    String page = Files.readString(Path.of("../docs/models.md"));
    for (String name : List.of("convolution", "own", "load", "onnx")) {
      assertThat(page).contains(snippet(source, name));
    }
  }

  /** One coefficient rises over the nine frames in one class and falls in the other. */
  private static Labels risingAndFalling(FloatMatrix rows, SplittableRandom random) {
    int[] classes = new int[rows.rows()];
    for (int i = 0; i < rows.rows(); i++) {
      classes[i] = i % 2;
      int coefficient = 5 * (i % 3);
      for (int t = 0; t < 9; t++) {
        for (int j = 0; j < 39; j++) {
          double trend = j == coefficient ? (classes[i] == 0 ? 1 : -1) * (t - 4) / 2.0 : 0;
          rows.set(i, 39 * t + j, (float) (trend + random.nextDouble() - 0.5));
        }
      }
    }
    return new Labels(classes, List.of("rising", "falling"));
  }

  private static String snippet(List<String> source, String name) {
    int from = -1;
    List<String> lines = new ArrayList<>();
    for (String line : source) {
      if (line.strip().equals("// </" + name + ">")) {
        break;
      }
      if (from >= 0) {
        lines.add(line.isBlank() ? "" : line.substring(from));
      }
      if (line.strip().equals("// <" + name + ">")) {
        from = line.indexOf('/');
      }
    }
    return String.join("\n", lines).strip();
  }
}
