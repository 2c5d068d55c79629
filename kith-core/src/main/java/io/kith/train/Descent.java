package io.kith.train;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Optimizer;
import io.kith.objective.LossTerms;

/** From a gradient to moved parameters: the penalty, the longest gradient, the optimizer's rule. */
record Descent(Task task, double clip) {

  /** Moves the task's own parameters and returns the loss with the penalty on them. */
  LossTerms step(FloatMatrix gradient, LossTerms loss, double rate, Parallel parallel) {
    return step(task.learner().parameters(), gradient, task.optimizer(), loss, rate, parallel);
  }

  LossTerms step(
      FloatMatrix parameters,
      FloatMatrix gradient,
      Optimizer optimizer,
      LossTerms loss,
      double rate,
      Parallel parallel) {
    double penalty = task.objective().penalize(parameters, gradient);
    Clipping.apply(gradient, clip, parallel);
    optimizer.step(parameters, gradient, rate, parallel);
    return loss.withPenalty(penalty);
  }
}
