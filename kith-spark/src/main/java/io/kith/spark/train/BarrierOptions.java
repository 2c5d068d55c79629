package io.kith.spark.train;

import java.util.Optional;

/**
 * How the workers of a cluster are watched, and kept from losing what they have learned.
 *
 * @param timeoutSeconds the longest that anyone waits for anyone else: the driver for free slots, a
 *     worker for the others to arrive and at every update; validation and a checkpoint have to fit
 *     in
 * @param checkpointFolder any Hadoop path, under which rank 0 leaves checkpoints; without one an
 *     attempt that fails begins anew
 * @param checkpointSeconds the longest time between two of them; one is also written after every
 *     epoch
 * @param fingerprint of the data and of all options that made the task; training never goes on from
 *     a checkpoint of another
 */
public record BarrierOptions(
    double timeoutSeconds,
    Optional<String> checkpointFolder,
    double checkpointSeconds,
    String fingerprint) {
  public BarrierOptions {
    if (!(timeoutSeconds > 0) || timeoutSeconds > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "timeoutSeconds must be > 0 and an int, but was " + timeoutSeconds);
    }
    if (!(checkpointSeconds > 0)) {
      throw new IllegalArgumentException(
          "checkpointSeconds must be > 0, but was " + checkpointSeconds);
    }
  }

  /** Waits for five minutes at most, and leaves no checkpoint. */
  public static BarrierOptions defaults() {
    return new BarrierOptions(300, Optional.empty(), 600, "");
  }

  public BarrierOptions withTimeoutSeconds(double timeoutSeconds) {
    return new BarrierOptions(timeoutSeconds, checkpointFolder, checkpointSeconds, fingerprint);
  }

  /** The same, leaving checkpoints of the task with this fingerprint. */
  public BarrierOptions withCheckpoints(String folder, String fingerprint) {
    return new BarrierOptions(timeoutSeconds, Optional.of(folder), checkpointSeconds, fingerprint);
  }

  public BarrierOptions withCheckpointSeconds(double checkpointSeconds) {
    return new BarrierOptions(timeoutSeconds, checkpointFolder, checkpointSeconds, fingerprint);
  }
}
