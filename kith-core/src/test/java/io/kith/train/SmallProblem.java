package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
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
import io.kith.objective.Objective;
import io.kith.objective.ObjectiveOptions;
import java.util.List;
import java.util.SplittableRandom;

/** Two overlapping classes, a small network with dropout, 16 steps an epoch. */
final class SmallProblem implements AutoCloseable {
  static final Seed SEED = new Seed(21);
  static final int STEPS = 16;
  private static final int ROWS = 80;
  private static final int FEATURES = 5;

  final DenseNetwork network =
      new DenseNetwork(FEATURES, new NetworkOptions(List.of(12, 7), 0.3), 2, SEED);
  final Optimizer optimizer;
  final Labels labels = labels();
  final FloatMatrix features = features();
  final MetaBatchPlan plan = MetaBatchPlan.labeledOnly(labels, 10, STEPS, SEED);
  final Objective objective = new EntropicGraphObjective(ObjectiveOptions.defaults());

  SmallProblem(Rule rule) {
    optimizer =
        OptimizerOptions.defaults().withRule(rule).optimizer(network.parameters().columns());
  }

  static TrainingOptions options() {
    return TrainingOptions.defaults()
        .withEpochs(1)
        .withLearningRate(0.05)
        .withSchedule(Schedule.CONSTANT);
  }

  static TrainingOptions options(int workers, Sync sync) {
    return options().withWorkers(WorkerOptions.defaults().withCount(workers).withSync(sync));
  }

  /** The parameters after training. */
  static float[] train(Rule rule, TrainingOptions options, int threads) {
    try (SmallProblem problem = new SmallProblem(rule);
        Parallel parallel = new Parallel(threads)) {
      problem.train(new Trainer(options, SEED, parallel));
      return problem.parameters();
    }
  }

  TrainingHistory train(Trainer trainer) {
    return trainer.train(task(network, objective), TrainingListener.NONE, Progress.NONE);
  }

  Task task(Learner learner, Objective goal) {
    return new Task(learner, optimizer, goal, features, plan, new Validation(features, labels));
  }

  float[] parameters() {
    return copy(network.parameters());
  }

  static float[] copy(FloatMatrix vector) {
    float[] values = new float[vector.columns()];
    vector.copyRow(0, values);
    return values;
  }

  private static Labels labels() {
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      classes[i] = i % 2;
    }
    return new Labels(classes, List.of("a", "b"));
  }

  private FloatMatrix features() {
    SplittableRandom random = SEED.random();
    FloatMatrix made = FloatMatrix.allocate(ROWS, FEATURES);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < FEATURES; j++) {
        made.set(i, j, (float) (labels.label(i) + random.nextDouble()));
      }
    }
    return made;
  }

  @Override
  public void close() {
    network.close();
    optimizer.close();
    features.close();
  }
}
