package io.kith.spark.train;

import java.util.Optional;

/**
 * How the workers of a cluster are waited for, and kept from losing what they have learned.
 *
 * @param timeoutSeconds the longest that workers wait for each other: until all have opened their
 *     data, and at every update; validation and a checkpoint of rank 0 have to fit in
 * @param slotSeconds the longest that the driver waits for as many free slots as there are workers,
 *     also after executors were lost
 * @param checkpointFolder any Hadoop path, under which rank 0 leaves checkpoints; without one an
 *     attempt that fails begins anew
 * @param checkpointSeconds the longest time between two of them; one is also written after every
 *     epoch
 * @param fingerprint of the data and of all options that made the task; training never goes on from
 *     a checkpoint of another
 */
public record BarrierOptions(
    double timeoutSeconds,
    double slotSeconds,
    Optional<String> checkpointFolder,
    double checkpointSeconds,
    String fingerprint) {
  public BarrierOptions {
    requireSeconds("timeoutSeconds", timeoutSeconds);
    requireSeconds("slotSeconds", slotSeconds);
    requireSeconds("checkpointSeconds", checkpointSeconds);
  }

  private static void requireSeconds(String name, double seconds) {
    if (!(seconds > 0) || Double.isInfinite(seconds)) {
      throw new IllegalArgumentException(name + " must be > 0 and finite, but was " + seconds);
    }
  }

  /** Five minutes for workers, ten for slots, and no checkpoints. */
  public static BarrierOptions defaults() {
    return new BarrierOptions(300, 600, Optional.empty(), 600, "");
  }

  public BarrierOptions withTimeoutSeconds(double timeoutSeconds) {
    return new BarrierOptions(
        timeoutSeconds, slotSeconds, checkpointFolder, checkpointSeconds, fingerprint);
  }

  public BarrierOptions withSlotSeconds(double slotSeconds) {
    return new BarrierOptions(
        timeoutSeconds, slotSeconds, checkpointFolder, checkpointSeconds, fingerprint);
  }

  /** The same, leaving checkpoints of the task with this fingerprint. */
  public BarrierOptions withCheckpoints(String folder, String fingerprint) {
    return new BarrierOptions(
        timeoutSeconds, slotSeconds, Optional.of(folder), checkpointSeconds, fingerprint);
  }

  public BarrierOptions withCheckpointSeconds(double checkpointSeconds) {
    return new BarrierOptions(
        timeoutSeconds, slotSeconds, checkpointFolder, checkpointSeconds, fingerprint);
  }
}
