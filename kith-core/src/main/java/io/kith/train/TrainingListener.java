package io.kith.train;

/** Hears about training as it goes on, on the training thread. */
@FunctionalInterface
public interface TrainingListener {
  TrainingListener NONE = summary -> {};

  void epochEnded(EpochSummary summary);
}
