package io.kith.objective;

/**
 * The weights of the objective.
 *
 * @param graphWeight γ, how much neighbours should agree
 * @param entropyWeight κ, how much predictions are drawn towards the uniform distribution
 * @param penalty λ, the weight of the squared parameters
 * @param normalization what the sums are divided by
 */
public record ObjectiveOptions(
    double graphWeight, double entropyWeight, double penalty, Normalization normalization) {
  public ObjectiveOptions {
    requireWeight("graphWeight", graphWeight);
    requireWeight("entropyWeight", entropyWeight);
    requireWeight("penalty", penalty);
  }

  public static ObjectiveOptions defaults() {
    return new ObjectiveOptions(0.05, 0, 0, Normalization.MEANS);
  }

  public ObjectiveOptions withGraphWeight(double graphWeight) {
    return new ObjectiveOptions(graphWeight, entropyWeight, penalty, normalization);
  }

  public ObjectiveOptions withEntropyWeight(double entropyWeight) {
    return new ObjectiveOptions(graphWeight, entropyWeight, penalty, normalization);
  }

  public ObjectiveOptions withPenalty(double penalty) {
    return new ObjectiveOptions(graphWeight, entropyWeight, penalty, normalization);
  }

  public ObjectiveOptions withNormalization(Normalization normalization) {
    return new ObjectiveOptions(graphWeight, entropyWeight, penalty, normalization);
  }

  private static void requireWeight(String name, double weight) {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(name + " must be >= 0 and finite, but was " + weight);
    }
  }
}
