package io.kith.spark.train;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.learner.OptimizerOptions;
import io.kith.learner.Rule;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.train.Schedule;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Two overlapping classes and a small network with dropout, made anew wherever it is opened; 17
 * steps an epoch, so that the last update of two workers has a step for one of them only.
 *
 * @param mishap what happens to a rank on the way
 */
record SmallTask(Mishap mishap) implements WorkerTask {
  static final Seed SEED = new Seed(21);
  static final int STEPS = 17;
  static final int PARAMETERS = 5 * 12 + 12 + 12 * 7 + 7 + 7 * 2 + 2;
  private static final int ROWS = 85;
  private static final int FEATURES = 5;

  SmallTask() {
    this(Mishap.NONE);
  }

  static TrainingOptions options(int workers) {
    return TrainingOptions.defaults()
        .withEpochs(3)
        .withLearningRate(0.05)
        .withSchedule(Schedule.CONSTANT)
        .withWorkers(workers);
  }

  /** Where training ended, and how it went. */
  record Ended(float[] parameters, TrainingHistory history) {}

  /** Trains on threads of this process, as many workers as the options say. */
  static Ended onThreads(TrainingOptions options) {
    try (Parallel parallel = new Parallel(2);
        Opened opened = new SmallTask().open(0, parallel)) {
      TrainingHistory history =
          new Trainer(options, SEED, parallel)
              .train(opened.task(), TrainingListener.NONE, Progress.NONE);
      return new Ended(copy(opened.task().learner().parameters()), history);
    }
  }

  static Ended ended(BarrierResult result) {
    try (FloatMatrix parameters = FloatMatrix.allocate(1, PARAMETERS)) {
      result.copyInto(parameters);
      return new Ended(copy(parameters), result.history());
    }
  }

  private static float[] copy(FloatMatrix vector) {
    float[] values = new float[vector.columns()];
    vector.copyRow(0, values);
    return values;
  }

  @Override
  public Opened open(int rank, Parallel parallel) {
    mishap.opening(rank);
    DenseNetwork network =
        new DenseNetwork(FEATURES, new NetworkOptions(List.of(12, 7), 0.3), 2, SEED);
    Optimizer optimizer =
        OptimizerOptions.defaults().withRule(Rule.ADAM).optimizer(network.parameters().columns());
    Labels labels = labels();
    FloatMatrix features = features(labels);
    Task task =
        new Task(
            network,
            optimizer,
            mishap.striking(new EntropicGraphObjective(ObjectiveOptions.defaults()), rank),
            features,
            MetaBatchPlan.labeledOnly(labels, 10, STEPS, SEED),
            rank == 0
                ? new Validation(features, labels)
                : new Validation(features.slice(0, 0), labels.gather(new int[0])));
    return new Opened() {
      @Override
      public Task task() {
        return task;
      }

      @Override
      public void close() {
        network.close();
        optimizer.close();
        features.close();
      }
    };
  }

  private static Labels labels() {
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      classes[i] = i % 2;
    }
    return new Labels(classes, List.of("a", "b"));
  }

  private static FloatMatrix features(Labels labels) {
    SplittableRandom random = SEED.random();
    FloatMatrix made = FloatMatrix.allocate(ROWS, FEATURES);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < FEATURES; j++) {
        made.set(i, j, (float) (labels.label(i) + random.nextDouble()));
      }
    }
    return made;
  }
}
