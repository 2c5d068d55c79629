package io.kith;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.report.Run;
import io.kith.train.TrainingListener;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a run is given besides data and options; none of it changes the result.
 *
 * @param command the command line that started the run, or empty
 * @param checkpoint where training leaves checkpoints, if it does
 * @param watcher is given the run so far after every stage and every epoch
 */
public record RunContext(
    Parallel parallel,
    Progress progress,
    TrainingListener listener,
    String command,
    Optional<CheckpointPlace> checkpoint,
    Consumer<Run> watcher) {

  /**
   * Where checkpoints go and how often. The last one stays: remove it when the model is stored.
   *
   * @param resume whether to go on from the one that is there
   */
  public record CheckpointPlace(Path file, double seconds, boolean resume) {}

  /** Without a watcher. */
  public RunContext(
      Parallel parallel,
      Progress progress,
      TrainingListener listener,
      String command,
      Optional<CheckpointPlace> checkpoint) {
    this(parallel, progress, listener, command, checkpoint, run -> {});
  }

  /** A run nobody watches. */
  public static RunContext silent(Parallel parallel) {
    return new RunContext(parallel, Progress.NONE, TrainingListener.NONE, "", Optional.empty());
  }

  public RunContext withCheckpoint(CheckpointPlace place) {
    return new RunContext(parallel, progress, listener, command, Optional.of(place), watcher);
  }

  public RunContext withParallel(Parallel parallel) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher);
  }

  public RunContext withProgress(Progress progress) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher);
  }

  public RunContext withWatcher(Consumer<Run> watcher) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher);
  }

  public RunContext withoutCheckpoint() {
    return new RunContext(parallel, progress, listener, command, Optional.empty(), watcher);
  }
}
