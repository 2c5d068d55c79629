package io.kith;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.Compute;
import io.kith.report.Run;
import io.kith.train.TrainingListener;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a run is given besides data and options; none of it changes the result, beyond the last
 * digits on a GPU.
 *
 * @param command the command line that started the run, or empty
 * @param checkpoint where training leaves checkpoints, if it does
 * @param watcher is given the run so far after every stage and every epoch
 * @param compute where the network is trained
 */
public record RunContext(
    Parallel parallel,
    Progress progress,
    TrainingListener listener,
    String command,
    Optional<CheckpointPlace> checkpoint,
    Consumer<Run> watcher,
    Compute compute) {
  /** Beside the checkpoint, the baseline of a run whose other network is still being trained. */
  public static final String BASELINE_FILE = "baseline.npz";

  /**
   * Where checkpoints go and how often. The last one stays: remove it when the model is stored.
   *
   * @param resume whether to go on from the one that is there
   */
  public record CheckpointPlace(Path file, double seconds, boolean resume) {}

  /** On the CPU, without a watcher. */
  public RunContext(
      Parallel parallel,
      Progress progress,
      TrainingListener listener,
      String command,
      Optional<CheckpointPlace> checkpoint) {
    this(parallel, progress, listener, command, checkpoint, run -> {}, Compute.CPU);
  }

  /** A run nobody watches. */
  public static RunContext silent(Parallel parallel) {
    return new RunContext(parallel, Progress.NONE, TrainingListener.NONE, "", Optional.empty());
  }

  public RunContext withCheckpoint(CheckpointPlace place) {
    return new RunContext(
        parallel, progress, listener, command, Optional.of(place), watcher, compute);
  }

  public RunContext withParallel(Parallel parallel) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher, compute);
  }

  public RunContext withProgress(Progress progress) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher, compute);
  }

  public RunContext withWatcher(Consumer<Run> watcher) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher, compute);
  }

  public RunContext withCompute(Compute compute) {
    return new RunContext(parallel, progress, listener, command, checkpoint, watcher, compute);
  }

  public RunContext withoutCheckpoint() {
    return new RunContext(
        parallel, progress, listener, command, Optional.empty(), watcher, compute);
  }
}
