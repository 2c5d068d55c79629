package io.kith;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.train.TrainingListener;

/**
 * What a run is given besides data and options; none of it changes the result.
 *
 * @param command the command line that started the run, or empty
 */
public record RunContext(
    Parallel parallel, Progress progress, TrainingListener listener, String command) {

  /** A run nobody watches. */
  public static RunContext silent(Parallel parallel) {
    return new RunContext(parallel, Progress.NONE, TrainingListener.NONE, "");
  }
}
