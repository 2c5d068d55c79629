package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.base.StoppedException;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.DenseNetwork;
import io.kith.learner.Learner;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.learner.OptimizerOptions;
import io.kith.learner.Rule;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Interrupted training goes on as if nothing had happened. */
class CheckpointTest {
  private static final Seed SEED = new Seed(11);
  private static final int ROWS = 60;
  private static final TrainingOptions OPTIONS =
      TrainingOptions.defaults().withEpochs(6).withLearningRate(0.01);

  @TempDir Path folder;

  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void aResumedRunEndsWithTheBitsOfOneThatWasNotInterrupted(Rule rule) {
    float[] whole = train(rule, OPTIONS, "f", false, Progress.NONE, 1e9);
    for (int fatal : new int[] {1, 7, 10, 29}) { // of 30 steps, 5 an epoch
      Progress killer =
          (stage, done, total, unit) -> {
            if (done == fatal) {
              throw new Killed();
            }
          };
      assertThatThrownBy(() -> train(rule, OPTIONS, "f", false, killer, 1e-9))
          .isInstanceOf(Killed.class);
      float[] resumed = train(rule, OPTIONS, "f", true, Progress.NONE, 1e9);
      assertThat(resumed).as("killed at step %d", fatal).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @CsvSource({"SYNCHRONOUS, 0", "LOCAL, 0", "LOCAL, 1", "IN_TURN, 0"})
  void aStoppedRunOfRepeatableWorkersEndsWithTheSameBits(Sync sync, int localAfter) {
    TrainingOptions options = workers(sync, localAfter);
    float[] whole = SmallProblem.train(Rule.ADAM, options, 2);
    for (int last : new int[] {1, 15, 16, 17, 40}) { // of 48 steps, 16 an epoch
      AtomicInteger taken = new AtomicInteger();
      assertThatThrownBy(() -> train(options, false, last, taken))
          .isInstanceOf(StoppedException.class);
      assertThat(train(options, true, Integer.MAX_VALUE, taken))
          .as("stopped after step %d", last)
          .isEqualTo(whole);
    }
  }

  @Test
  void aRunThatHasEndedIsNotTrainedAgain() {
    for (int patience : new int[] {0, 1}) {
      TrainingOptions options = SmallProblem.options().withEpochs(9).withPatience(patience);
      AtomicInteger taken = new AtomicInteger();
      float[] ended = train(options, false, Integer.MAX_VALUE, taken);
      int before = taken.get();
      assertThat(train(options, true, Integer.MAX_VALUE, taken)).isEqualTo(ended);
      assertThat(taken.get()).isEqualTo(before);
    }
  }

  @Test
  void aStoppedRunOfAsynchronousWorkersTakesEveryStepOnce() {
    TrainingOptions options = workers(Sync.ASYNCHRONOUS, 0);
    for (int last : new int[] {1, 20, 47}) {
      AtomicInteger taken = new AtomicInteger();
      assertThatThrownBy(() -> train(options, false, last, taken))
          .isInstanceOf(StoppedException.class);
      train(options, true, Integer.MAX_VALUE, taken);
      assertThat(taken.get()).isEqualTo(3 * SmallProblem.STEPS);
    }
  }

  private static TrainingOptions workers(Sync sync, int localAfter) {
    return SmallProblem.options()
        .withEpochs(3)
        .withWorkers(
            WorkerOptions.defaults()
                .withCount(3)
                .withSync(sync)
                .withLocalSteps(2)
                .withLocalAfter(localAfter));
  }

  /** Stops the threads when a step has been taken; counts steps. */
  private float[] train(
      TrainingOptions options, boolean resume, int lastStep, AtomicInteger taken) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(2)) {
      new Trainer(options, SmallProblem.SEED, parallel)
          .withCheckpoints(
              new CheckpointOptions(folder.resolve("checkpoint.npz"), 1e9, resume, "f"))
          .withWorkers(Watched.by(update -> taken.addAndGet(update.steps())))
          .train(
              problem.task(problem.network, problem.objective),
              TrainingListener.NONE,
              (stage, done, total, unit) -> {
                if (done >= lastStep) {
                  parallel.stop();
                }
              });
      return problem.parameters();
    }
  }

  @Test
  void aFailedRunLeavesTheLastCheckpointAsItWas() throws Exception {
    Path file = folder.resolve("checkpoint.npz");
    interrupt();
    byte[] before = Files.readAllBytes(file);
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(2)) {
      Learner broken =
          new WorkersTest.Fated(
              problem.network,
              (noise, threads) -> {
                throw new IllegalStateException("worker broke");
              });
      assertThatThrownBy(
              () ->
                  new Trainer(workers(Sync.SYNCHRONOUS, 0), SmallProblem.SEED, parallel)
                      .withCheckpoints(new CheckpointOptions(file, 1e-9, false, "f"))
                      .train(
                          problem.task(broken, problem.objective),
                          TrainingListener.NONE,
                          Progress.NONE))
          .hasMessage("worker broke");
    }
    assertThat(file).hasBinaryContent(before);
  }

  @Test
  void aCheckpointOfOtherOptionsOrDataIsRefused() {
    interrupt();
    assertThatThrownBy(() -> train(Rule.ADAGRAD, OPTIONS, "other", true, Progress.NONE, 1e9))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is a checkpoint of other data or other options");
  }

  @Test
  void aBrokenCheckpointIsRefused() throws Exception {
    interrupt();
    Path file = folder.resolve("checkpoint.npz");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> train(Rule.ADAGRAD, OPTIONS, "f", true, Progress.NONE, 1e9))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("checkpoint.npz");
  }

  @Test
  void withoutACheckpointResumingStartsAtTheBeginning() {
    assertThat(train(Rule.ADAGRAD, OPTIONS, "f", true, Progress.NONE, 1e9))
        .isEqualTo(train(Rule.ADAGRAD, OPTIONS, "f", false, Progress.NONE, 1e9));
  }

  private void interrupt() {
    Progress killer =
        (stage, done, total, unit) -> {
          if (done == 12) {
            throw new Killed();
          }
        };
    assertThatThrownBy(() -> train(Rule.ADAGRAD, OPTIONS, "f", false, killer, 1e9))
        .isInstanceOf(Killed.class);
    assertThat(folder.resolve("checkpoint.npz")).exists();
  }

  /** The parameters after training, dropout included. */
  private float[] train(
      Rule rule,
      TrainingOptions options,
      String fingerprint,
      boolean resume,
      Progress progress,
      double seconds) {
    SplittableRandom random = SEED.random();
    FloatMatrix features = FloatMatrix.allocate(ROWS, 3);
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      classes[i] = i % 2;
      for (int j = 0; j < 3; j++) {
        features.set(i, j, (float) (classes[i] + random.nextDouble()));
      }
    }
    Labels labels = new Labels(classes, List.of("a", "b"));
    NetworkOptions network = new NetworkOptions(List.of(8), 0.3);
    try (DenseNetwork learner = new DenseNetwork(3, network, 2, SEED);
        Optimizer optimizer =
            OptimizerOptions.defaults().withRule(rule).optimizer(learner.parameters().columns());
        Parallel parallel = new Parallel(2)) {
      Task task =
          new Task(
              learner,
              optimizer,
              new EntropicGraphObjective(ObjectiveOptions.defaults()),
              features,
              MetaBatchPlan.labeledOnly(labels, 12, 5, SEED),
              new Validation(features, labels));
      new Trainer(options, SEED, parallel)
          .withCheckpoints(
              new CheckpointOptions(folder.resolve("checkpoint.npz"), seconds, resume, fingerprint))
          .train(task, TrainingListener.NONE, progress);
      float[] parameters = new float[learner.parameters().columns()];
      learner.parameters().copyRow(0, parameters);
      return parameters;
    }
  }
}
