package io.kith;

import java.util.ArrayList;
import java.util.List;

/**
 * Options worth trying around given ones, the most promising first.
 *
 * <p>Weights are multiples of the given ones, so that the same steps suit every {@link
 * io.kith.objective.Normalization}.
 */
public final class Candidates {
  private static final double[] GRAPH_WEIGHT_FACTORS = {1, 3, 1.0 / 3, 10};
  private static final double[] SIGMA_FACTORS = {1, 2, 0.5};

  /** κ as a share of γ: none, or the ratio of the paper's recipe. */
  private static final double[] ENTROPY_SHARES = {0, 0.3};

  private static final double[] LEARNING_RATE_FACTORS = {1, 3, 1.0 / 3};
  private static final double[] DROPOUTS = {0.2, 0.5, 0};

  private Candidates() {}

  /**
   * The supervised baseline (γ = 0), then γ, κ and σ around the given options; where these have no
   * γ, around the default.
   *
   * @param sigma the width that the given options lead to; 0 where their kernel has none
   */
  public static List<RunOptions> around(RunOptions given, double sigma) {
    RunOptions base = given.withMethod(Method.GRAPH);
    double weight = given.objective().graphWeight();
    double middle = weight > 0 ? weight : RunOptions.defaults().objective().graphWeight();
    List<RunOptions> candidates = new ArrayList<>();
    candidates.add(given.withMethod(Method.SUPERVISED));
    double own = weight > 0 ? given.objective().entropyWeight() / weight : 0;
    for (double entropyShare : own > 0 ? new double[] {own, 0} : ENTROPY_SHARES) {
      for (double sigmaFactor : sigma > 0 ? SIGMA_FACTORS : new double[] {1}) {
        for (double factor : GRAPH_WEIGHT_FACTORS) {
          candidates.add(
              base.withObjective(
                      base.objective()
                          .withGraphWeight(rounded(factor * middle))
                          .withEntropyWeight(rounded(entropyShare * factor * middle)))
                  .withGraph(
                      sigmaFactor == 1
                          ? base.graph()
                          : base.graph().withSigma(rounded(sigmaFactor * sigma))));
        }
      }
    }
    return List.copyOf(candidates);
  }

  /** The supervised baseline with learning rate and dropout around the given options. */
  public static List<RunOptions> supervised(RunOptions given) {
    RunOptions base = given.withMethod(Method.SUPERVISED);
    List<RunOptions> candidates = new ArrayList<>();
    candidates.add(base);
    for (double dropout : DROPOUTS) {
      for (double factor : LEARNING_RATE_FACTORS) {
        RunOptions candidate =
            base.withTraining(
                    base.training()
                        .withLearningRate(rounded(factor * base.training().learningRate())))
                .withNetwork(base.network().withDropout(dropout));
        if (!candidates.contains(candidate)) {
          candidates.add(candidate);
        }
      }
    }
    return List.copyOf(candidates);
  }

  /** Three digits, for people to read. */
  private static double rounded(double value) {
    return value == 0
        ? 0
        : new java.math.BigDecimal(value).round(new java.math.MathContext(3)).doubleValue();
  }
}
