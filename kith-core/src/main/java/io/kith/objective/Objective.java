package io.kith.objective;

import io.kith.batch.MetaBatch;
import io.kith.engine.FloatMatrix;

/** What training makes small: a loss over a batch's log-probabilities, with its gradient. */
public interface Objective {
  /**
   * Computes the terms of the loss and writes their gradient by the logits.
   *
   * @param logProbabilities one row for each position of the batch, one column for each class
   * @param gradient of the same shape; overwritten
   */
  LossTerms evaluate(FloatMatrix logProbabilities, MetaBatch batch, FloatMatrix gradient);

  /**
   * Adds the gradient of a penalty on the learner's parameters, whatever they mean, and returns the
   * penalty.
   */
  double penalize(FloatMatrix parameters, FloatMatrix gradient);
}
