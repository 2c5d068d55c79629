package io.kith.learner;

import java.util.List;

/**
 * The shape of a fully connected network.
 *
 * @param hidden the widths of the hidden layers, first to last; empty for a linear classifier
 * @param dropout the probability with which a hidden unit is left out of a training step
 */
public record NetworkOptions(List<Integer> hidden, double dropout) {
  public NetworkOptions {
    hidden = List.copyOf(hidden);
    for (int width : hidden) {
      if (width < 1) {
        throw new IllegalArgumentException("hidden widths must be >= 1, but one was " + width);
      }
    }
    if (!(dropout >= 0 && dropout < 1)) {
      throw new IllegalArgumentException("dropout must be >= 0 and < 1, but was " + dropout);
    }
  }

  public static NetworkOptions defaults() {
    return new NetworkOptions(List.of(512, 512), 0.2);
  }

  /** Four layers of 2000 units with dropout 0.2. */
  public static NetworkOptions paper() {
    return new NetworkOptions(List.of(2000, 2000, 2000, 2000), 0.2);
  }

  public NetworkOptions withHidden(List<Integer> hidden) {
    return new NetworkOptions(hidden, dropout);
  }

  public NetworkOptions withDropout(double dropout) {
    return new NetworkOptions(hidden, dropout);
  }
}
