package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.objective.LossTerms;

/** What a worker computes gradients with: a learner, and space for a batch. Takes over neither. */
final class Replica implements AutoCloseable {
  private final Task task;
  private final Learner learner;
  private final Seed noise;
  private final FloatMatrix inputs;
  private final FloatMatrix slopes;

  Replica(Task task, Learner learner, Seed noise) {
    this.task = task;
    this.learner = learner;
    this.noise = noise;
    int rows = task.plan().largestStep();
    this.inputs = FloatMatrix.allocate(rows, task.features().columns());
    this.slopes = FloatMatrix.allocate(rows, learner.classes());
  }

  Learner learner() {
    return learner;
  }

  /** Leaves the gradient of a batch in the learner and returns the loss. */
  LossTerms gradient(Step step, Parallel threads) {
    return compute(step, threads, by -> learner.backward(by, threads));
  }

  /** The same, telling of parts of the gradient as they are done. */
  LossTerms gradient(Step step, Parallel threads, Learner.GradientListener listener) {
    return compute(step, threads, by -> learner.backward(by, threads, listener));
  }

  private interface Backward {
    void from(FloatMatrix logitGradient);
  }

  private LossTerms compute(Step step, Parallel threads, Backward backward) {
    int rows = step.batch().size();
    task.features().copyInto(step.batch(), inputs, threads);
    try (FloatMatrix x = inputs.slice(0, rows);
        FloatMatrix by = slopes.slice(0, rows);
        FloatMatrix logP = learner.forward(x, noise.derive(step.number()), threads)) {
      LossTerms terms = task.objective().evaluate(logP, step.batch(), by);
      backward.from(by);
      return terms;
    }
  }

  @Override
  public void close() {
    inputs.close();
    slopes.close();
  }
}
