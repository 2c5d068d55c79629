package io.kith.train;

import java.util.OptionalInt;

/**
 * How many workers train, and how they keep together.
 *
 * @param count workers, each on a meta-batch of its own
 * @param sync when they hear of each other
 * @param localSteps of {@link Sync#LOCAL}: steps that a worker takes before parameters are averaged
 * @param localAfter of {@link Sync#LOCAL}: epochs that are trained synchronously first
 * @param staleness of {@link Sync#ASYNCHRONOUS} and {@link Sync#IN_TURN}: by how many updates the
 *     parameters of a gradient may be behind when it is applied; empty for any number
 * @param rateScaling how the learning rate grows with the workers
 * @param scaledEpochs epochs for which it does; 0 for all
 */
public record WorkerOptions(
    int count,
    Sync sync,
    int localSteps,
    int localAfter,
    OptionalInt staleness,
    RateScaling rateScaling,
    int scaledEpochs) {
  public WorkerOptions {
    if (count < 1) {
      throw new IllegalArgumentException("workers must be >= 1, but was " + count);
    }
    if (localSteps < 1) {
      throw new IllegalArgumentException("localSteps must be >= 1, but was " + localSteps);
    }
    if (localAfter < 0) {
      throw new IllegalArgumentException("localAfter must be >= 0, but was " + localAfter);
    }
    if (staleness.isPresent() && staleness.getAsInt() < 0) {
      throw new IllegalArgumentException("staleness must be >= 0, but was " + staleness.getAsInt());
    }
    if (scaledEpochs < 0) {
      throw new IllegalArgumentException("scaledEpochs must be >= 0, but was " + scaledEpochs);
    }
  }

  /** One worker; of several, synchronous ones. */
  public static WorkerOptions defaults() {
    return new WorkerOptions(1, Sync.SYNCHRONOUS, 8, 0, OptionalInt.empty(), RateScaling.NONE, 0);
  }

  /** What the learning rate is multiplied by after so many epochs, in fractions of one. */
  double rateFactor(double epoch) {
    return scaledEpochs == 0 || epoch < scaledEpochs ? rateScaling.factor(count) : 1;
  }

  public WorkerOptions withCount(int count) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, staleness, rateScaling, scaledEpochs);
  }

  public WorkerOptions withSync(Sync sync) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, staleness, rateScaling, scaledEpochs);
  }

  public WorkerOptions withLocalSteps(int localSteps) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, staleness, rateScaling, scaledEpochs);
  }

  public WorkerOptions withLocalAfter(int localAfter) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, staleness, rateScaling, scaledEpochs);
  }

  public WorkerOptions withStaleness(int staleness) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, OptionalInt.of(staleness), rateScaling, scaledEpochs);
  }

  public WorkerOptions withRateScaling(RateScaling rateScaling) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, staleness, rateScaling, scaledEpochs);
  }

  public WorkerOptions withScaledEpochs(int scaledEpochs) {
    return new WorkerOptions(
        count, sync, localSteps, localAfter, staleness, rateScaling, scaledEpochs);
  }
}
