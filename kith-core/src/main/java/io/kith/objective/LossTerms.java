package io.kith.objective;

/**
 * The parts of a loss, each already weighted, so that they add up; lower is better.
 *
 * @param supervised cross-entropy on labelled rows
 * @param graph disagreement of neighbours
 * @param entropy distance of predictions from the uniform distribution
 * @param penalty the ℓ2 term over the learner's parameters
 */
public record LossTerms(double supervised, double graph, double entropy, double penalty) {
  public static final LossTerms ZERO = new LossTerms(0, 0, 0, 0);

  public double total() {
    return supervised + graph + entropy + penalty;
  }

  public LossTerms plus(LossTerms other) {
    return new LossTerms(
        supervised + other.supervised,
        graph + other.graph,
        entropy + other.entropy,
        penalty + other.penalty);
  }

  public LossTerms times(double factor) {
    return new LossTerms(supervised * factor, graph * factor, entropy * factor, penalty * factor);
  }

  public LossTerms withPenalty(double penalty) {
    return new LossTerms(supervised, graph, entropy, penalty);
  }

  public boolean isFinite() {
    return Double.isFinite(total());
  }
}
