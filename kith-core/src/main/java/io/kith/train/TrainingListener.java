package io.kith.train;

import io.kith.objective.LossTerms;
import java.nio.file.Path;

/** Hears about training as it goes on, on the training thread. */
@FunctionalInterface
public interface TrainingListener {
  TrainingListener NONE = summary -> {};

  void epochEnded(EpochSummary summary);

  /**
   * Called after every update of the parameters.
   *
   * @param epoch counted from 1
   * @param step the last that went into it, within the epoch, counted from 1
   * @param terms of its loss, each apart
   */
  default void stepEnded(int epoch, int step, LossTerms terms) {}

  /** Called when a checkpoint has been written. */
  default void checkpointSaved(Path file) {}
}
