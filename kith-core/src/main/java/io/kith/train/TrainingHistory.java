package io.kith.train;

import java.util.List;

/**
 * What every epoch brought, and which one's parameters were kept.
 *
 * @param bestEpoch counted from 1
 */
public record TrainingHistory(List<EpochSummary> epochs, int bestEpoch) {
  public TrainingHistory {
    epochs = List.copyOf(epochs);
  }

  public EpochSummary best() {
    return epochs.get(bestEpoch - 1);
  }
}
