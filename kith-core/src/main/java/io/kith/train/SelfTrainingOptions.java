package io.kith.train;

/**
 * How a network teaches itself.
 *
 * @param rounds how often it is trained anew, each time on the labels and on the unlabelled rows
 *     that the network before it was sure of
 * @param confidence the probability from which on it is
 */
public record SelfTrainingOptions(int rounds, double confidence) {
  public SelfTrainingOptions {
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be >= 1, but was " + rounds);
    }
    if (!(confidence > 0 && confidence <= 1)) {
      throw new IllegalArgumentException("confidence must be > 0 and <= 1, but was " + confidence);
    }
  }

  public static SelfTrainingOptions defaults() {
    return new SelfTrainingOptions(1, 0.9);
  }

  public SelfTrainingOptions withRounds(int rounds) {
    return new SelfTrainingOptions(rounds, confidence);
  }

  public SelfTrainingOptions withConfidence(double confidence) {
    return new SelfTrainingOptions(rounds, confidence);
  }
}
