package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Adam;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Training whose process is killed, more than once and while it writes, ends as if it never was.
 */
class KilledTrainingTest {
  private static final Seed SEED = new Seed(5);
  private static final int ROWS = 40;

  @TempDir Path folder;

  @Test
  void aKilledProcessLosesAStepAtMostAndLeavesAFileThatIsGoneOnWith() throws Exception {
    Path file = folder.resolve("checkpoint.npz");
    for (int steps : new int[] {30, 200}) {
      Process training =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx128m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  KilledTrainingTest.class.getName(),
                  file.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(training.getInputStream(), StandardCharsets.UTF_8))) {
        for (int step = 0; step < steps; step++) {
          assertThat(out.readLine()).isNotNull();
        }
        training.destroyForcibly(); // SIGKILL: no handler, no shutdown hook
        training.waitFor();
      }
      assertThat(training.exitValue()).isNotZero();
      assertThat(file).exists();
    }
    long[] firstStep = {Long.MAX_VALUE};
    Progress watch = (stage, done, total, unit) -> firstStep[0] = Math.min(firstStep[0], done);
    float[] resumed = train(file, watch);
    assertThat(firstStep[0]).isGreaterThan(200);
    assertThat(resumed).isEqualTo(train(folder.resolve("other.npz"), Progress.NONE));
  }

  public static void main(String[] args) {
    train(Path.of(args[0]), (stage, done, total, unit) -> System.out.println(done));
  }

  /** Leaves a checkpoint after every step; goes on from one that is there. */
  private static float[] train(Path checkpoint, Progress progress) {
    SplittableRandom random = SEED.random();
    FloatMatrix features = FloatMatrix.allocate(ROWS, 4);
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      classes[i] = i % 2;
      for (int j = 0; j < 4; j++) {
        features.set(i, j, (float) (classes[i] + random.nextDouble()));
      }
    }
    Labels labels = new Labels(classes, List.of("a", "b"));
    DenseNetwork network = new DenseNetwork(4, new NetworkOptions(List.of(8), 0.2), 2, SEED);
    try (network;
        Adam optimizer = new Adam(network.parameters().columns(), 0);
        Parallel parallel = new Parallel(1)) {
      Task task =
          new Task(
              network,
              optimizer,
              new EntropicGraphObjective(ObjectiveOptions.defaults()),
              features,
              MetaBatchPlan.labeledOnly(labels, 10, 4, SEED),
              new Validation(features, labels));
      new Trainer(TrainingOptions.defaults().withEpochs(100), SEED, parallel)
          .withCheckpoints(new CheckpointOptions(checkpoint, 1e-9, true, "f"))
          .train(task, TrainingListener.NONE, progress);
      float[] parameters = new float[network.parameters().columns()];
      network.parameters().copyRow(0, parameters);
      return parameters;
    }
  }
}
