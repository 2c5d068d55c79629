package io.kith.train;

import io.kith.objective.LossTerms;

/**
 * What one epoch brought.
 *
 * @param epoch counted from 1
 * @param loss the mean of each term over the epoch's steps
 * @param validationAccuracy NaN where there are no validation rows, and so the loss
 * @param seconds wall-clock time since training began
 */
public record EpochSummary(
    int epoch,
    LossTerms loss,
    double validationAccuracy,
    double validationLogLoss,
    double learningRate,
    double seconds) {

  /** Whether there were validation rows. */
  boolean isJudged() {
    return !Double.isNaN(validationAccuracy);
  }

  /** More rows right; of equals, the lower log-loss. */
  public boolean isBetterThan(EpochSummary other) {
    return validationAccuracy > other.validationAccuracy
        || validationAccuracy == other.validationAccuracy
            && validationLogLoss < other.validationLogLoss;
  }
}
