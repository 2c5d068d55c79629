package io.kith.objective;

/**
 * The weights of the objective.
 *
 * @param graphWeight γ, how much neighbours should agree
 * @param entropyWeight κ, how much predictions are drawn towards the uniform distribution (or, with
 *     {@link Balance#PRIOR}, towards the shares of the labels)
 * @param penalty λ, the weight of the squared parameters
 * @param normalization what the sums are divided by
 * @param scope over which rows the graph term runs
 * @param symmetric whether neighbours' divergence is taken both ways, (D(p‖q) + D(q‖p)) / 2
 * @param smoothing the share of a label that is spread evenly over all classes
 * @param balance what is done about classes of different size
 */
public record ObjectiveOptions(
    double graphWeight,
    double entropyWeight,
    double penalty,
    Normalization normalization,
    GraphScope scope,
    boolean symmetric,
    double smoothing,
    Balance balance) {
  public ObjectiveOptions {
    requireWeight("graphWeight", graphWeight);
    requireWeight("entropyWeight", entropyWeight);
    requireWeight("penalty", penalty);
    if (!(smoothing >= 0 && smoothing < 1)) {
      throw new IllegalArgumentException("smoothing must be >= 0 and < 1, but was " + smoothing);
    }
  }

  public static ObjectiveOptions defaults() {
    return new ObjectiveOptions(
        0.05, 0, 0, Normalization.MEANS, GraphScope.ALL, false, 0, Balance.NONE);
  }

  public ObjectiveOptions withGraphWeight(double graphWeight) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withEntropyWeight(double entropyWeight) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withPenalty(double penalty) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withNormalization(Normalization normalization) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withScope(GraphScope scope) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withSymmetric(boolean symmetric) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withSmoothing(double smoothing) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  public ObjectiveOptions withBalance(Balance balance) {
    return new ObjectiveOptions(
        graphWeight, entropyWeight, penalty, normalization, scope, symmetric, smoothing, balance);
  }

  private static void requireWeight(String name, double weight) {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(name + " must be >= 0 and finite, but was " + weight);
    }
  }
}
