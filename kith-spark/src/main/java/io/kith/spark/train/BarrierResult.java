package io.kith.spark.train;

import io.kith.engine.FloatMatrix;
import io.kith.train.TrainingHistory;

/** What training on a cluster brings back: the parameters of the best epoch, and how it went. */
public final class BarrierResult {
  private final float[] parameters;
  private final TrainingHistory history;

  BarrierResult(float[] parameters, TrainingHistory history) {
    this.parameters = parameters;
    this.history = history;
  }

  /** Puts the parameters into a learner's, 1 × count. */
  public void copyInto(FloatMatrix learnersParameters) {
    if (learnersParameters.columns() != parameters.length) {
      throw new IllegalArgumentException(
          "the learner must have "
              + parameters.length
              + " parameters, but has "
              + learnersParameters.columns());
    }
    learnersParameters.setRow(0, parameters);
  }

  public TrainingHistory history() {
    return history;
  }
}
