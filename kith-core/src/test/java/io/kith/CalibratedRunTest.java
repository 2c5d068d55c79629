package io.kith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Model;
import io.kith.report.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibratedRunTest {
  @TempDir Path folder;

  @Test
  void aRunScalesConfidenceAndKeepsItsAccuracy() throws IOException {
    Dataset data = Curves.dataset(1200, 3, 12, 2.5, 1);
    RunOptions options = RunOptions.defaults();
    Trained trained = Kith.run(data, options);
    Run run = trained.run();
    Run.CalibrationSummary calibration = run.calibration().orElseThrow();
    assertThat(calibration.temperature()).isEqualTo(trained.model().temperature()).isNotEqualTo(1);

    Split split = Split.of(data, options.split(), new Seed(options.seed()));
    Evaluation before = evaluation(trained.model().withTemperature(1), data, split.validation());
    assertThat(before.calibrationError()).isCloseTo(calibration.errorBefore(), within(1e-9));
    assertThat(run.validation().accuracy()).isEqualTo(before.accuracy());
    assertThat(run.validation().logLoss()).isLessThan(before.logLoss());
    Evaluation test = evaluation(trained.model().withTemperature(1), data, split.test());
    assertThat(run.test().accuracy()).isEqualTo(test.accuracy());

    Path file = folder.resolve("run.json");
    run.write(file);
    assertThat(Run.read(file).calibration()).contains(calibration);
    ObjectNode old = (ObjectNode) Json.readTree(file);
    old.remove("calibration"); // as runs were written before there was a temperature
    Files.writeString(file, old.toString());
    assertThat(Run.read(file).calibration()).isEmpty();
  }

  private static Evaluation evaluation(Model model, Dataset data, int[] rows) {
    Labels truth = data.labels().gather(rows);
    try (Parallel parallel = new Parallel(1);
        FloatMatrix features = data.features().gather(rows, parallel);
        FloatMatrix logP = model.logProbabilities(features, parallel)) {
      return Evaluation.of(logP, truth);
    }
  }
}
