package io.kith.train;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Optimizer;
import io.kith.objective.LossTerms;
import io.kith.objective.Objective;

/** From a gradient to moved parameters: the penalty, the longest gradient, the optimizer's rule. */
record Descent(Objective objective, double clip) {

  /** Moves the parameters and returns the loss with the penalty on them. */
  LossTerms step(
      FloatMatrix parameters,
      FloatMatrix gradient,
      Optimizer optimizer,
      LossTerms loss,
      double rate,
      Parallel parallel) {
    double penalty = objective.penalize(parameters, gradient);
    Clipping.apply(gradient, clip, parallel);
    optimizer.step(parameters, gradient, rate, parallel);
    return loss.withPenalty(penalty);
  }
}
