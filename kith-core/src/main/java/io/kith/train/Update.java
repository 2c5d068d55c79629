package io.kith.train;

import io.kith.objective.LossTerms;

/**
 * One change of the shared parameters.
 *
 * @param loss the mean over the steps
 * @param steps how many went into it
 * @param staleness by how many updates the parameters it was computed with were behind
 */
public record Update(LossTerms loss, int steps, int staleness) {
  /** The mean of losses, in their order. */
  static LossTerms mean(LossTerms[] losses) {
    LossTerms sum = LossTerms.ZERO;
    for (LossTerms each : losses) {
      sum = sum.plus(each);
    }
    return sum.times(1.0 / losses.length);
  }
}
