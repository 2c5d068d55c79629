package io.kith.train;

import io.kith.batch.FeatureSource;
import io.kith.batch.FeaturesInMemory;
import io.kith.batch.StepSource;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.learner.Optimizer;
import io.kith.objective.Objective;

/**
 * Everything a training run works on.
 *
 * @param features where the features of the plan's batches come from
 * @param plan where the steps come from
 */
public record Task(
    Learner learner,
    Optimizer optimizer,
    Objective objective,
    FeatureSource features,
    StepSource plan,
    Validation validation) {

  /**
   * A task whose rows are all in memory.
   *
   * @param features the rows that the plan's numbers mean
   */
  public Task(
      Learner learner,
      Optimizer optimizer,
      Objective objective,
      FloatMatrix features,
      StepSource plan,
      Validation validation) {
    this(learner, optimizer, objective, new FeaturesInMemory(features), plan, validation);
  }
}
