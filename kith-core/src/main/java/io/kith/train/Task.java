package io.kith.train;

import io.kith.batch.MetaBatchPlan;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.learner.Optimizer;
import io.kith.objective.Objective;

/**
 * Everything a training run works on.
 *
 * @param features the rows that the plan's numbers mean
 */
public record Task(
    Learner learner,
    Optimizer optimizer,
    Objective objective,
    FloatMatrix features,
    MetaBatchPlan plan,
    Validation validation) {}
