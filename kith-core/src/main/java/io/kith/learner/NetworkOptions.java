package io.kith.learner;

import java.util.List;

/**
 * The shape of a fully connected network.
 *
 * @param hidden the widths of the hidden layers, first to last; empty for a linear classifier
 * @param dropout the probability with which a hidden unit is left out of a training step
 * @param activation what hidden units do with their sums
 * @param initialization how weights are spread before training
 */
public record NetworkOptions(
    List<Integer> hidden, double dropout, Activation activation, Initialization initialization) {
  public NetworkOptions {
    hidden = List.copyOf(hidden);
    activation = activation == null ? Activation.RELU : activation;
    initialization = initialization == null ? Initialization.HE : initialization;
    for (int width : hidden) {
      if (width < 1) {
        throw new IllegalArgumentException("hidden widths must be >= 1, but one was " + width);
      }
    }
    if (!(dropout >= 0 && dropout < 1)) {
      throw new IllegalArgumentException("dropout must be >= 0 and < 1, but was " + dropout);
    }
  }

  /** ReLU units, He's initialisation. */
  public NetworkOptions(List<Integer> hidden, double dropout) {
    this(hidden, dropout, Activation.RELU, Initialization.HE);
  }

  public static NetworkOptions defaults() {
    return new NetworkOptions(List.of(512, 512), 0.2);
  }

  /** Four layers of 2000 units with dropout 0.2. */
  public static NetworkOptions paper() {
    return new NetworkOptions(List.of(2000, 2000, 2000, 2000), 0.2);
  }

  public NetworkOptions withHidden(List<Integer> hidden) {
    return new NetworkOptions(hidden, dropout, activation, initialization);
  }

  public NetworkOptions withDropout(double dropout) {
    return new NetworkOptions(hidden, dropout, activation, initialization);
  }

  public NetworkOptions withActivation(Activation activation) {
    return new NetworkOptions(hidden, dropout, activation, initialization);
  }

  public NetworkOptions withInitialization(Initialization initialization) {
    return new NetworkOptions(hidden, dropout, activation, initialization);
  }
}
