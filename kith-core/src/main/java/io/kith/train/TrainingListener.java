package io.kith.train;

import io.kith.objective.LossTerms;

/** Hears about training as it goes on, on the training thread. */
@FunctionalInterface
public interface TrainingListener {
  TrainingListener NONE = summary -> {};

  void epochEnded(EpochSummary summary);

  /**
   * Called after every step.
   *
   * @param epoch counted from 1
   * @param step within the epoch, counted from 1
   * @param terms of this step's loss, each apart
   */
  default void stepEnded(int epoch, int step, LossTerms terms) {}
}
