package io.kith.train;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where training leaves checkpoints, and how often.
 *
 * @param file the checkpoint; also the last one, of a run that has ended, stays
 * @param seconds the longest time between two of them; one is also written after every epoch
 * @param resume whether to go on from the file where it is there
 * @param fingerprint of the data and options; a checkpoint of others is refused
 */
public record CheckpointOptions(Path file, double seconds, boolean resume, String fingerprint) {
  public CheckpointOptions {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException(
          "seconds between checkpoints must be > 0, but was " + seconds);
    }
  }

  /** Removes the checkpoint if it is one of this run. */
  public void discard() {
    if (!Checkpoint.isOf(file, fingerprint)) {
      return;
    }
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
