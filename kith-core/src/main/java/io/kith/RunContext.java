package io.kith;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.train.TrainingListener;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run is given besides data and options; none of it changes the result.
 *
 * @param command the command line that started the run, or empty
 * @param checkpoint where training leaves checkpoints, if it does
 */
public record RunContext(
    Parallel parallel,
    Progress progress,
    TrainingListener listener,
    String command,
    Optional<CheckpointPlace> checkpoint) {
  /** Beside the checkpoint, the baseline of a run whose other network is still being trained. */
  public static final String BASELINE_FILE = "baseline.npz";

  /**
   * Where checkpoints go and how often.
   *
   * @param resume whether to go on from the one that is there
   */
  public record CheckpointPlace(Path file, double seconds, boolean resume) {}

  /** A run nobody watches. */
  public static RunContext silent(Parallel parallel) {
    return new RunContext(parallel, Progress.NONE, TrainingListener.NONE, "", Optional.empty());
  }

  public RunContext withCheckpoint(CheckpointPlace place) {
    return new RunContext(parallel, progress, listener, command, Optional.of(place));
  }

  public RunContext withoutCheckpoint() {
    return new RunContext(parallel, progress, listener, command, Optional.empty());
  }
}
