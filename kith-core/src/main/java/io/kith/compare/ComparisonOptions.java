package io.kith.compare;

import io.kith.base.BadInputException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What is compared.
 *
 * @param ratios percentages of the training labels that may be seen
 * @param seeds how often everything is repeated, with seeds one after the other from that of the
 *     run's options on
 * @param methods names that {@link Contender#named} knows
 * @param budget what a network method may spend on choosing among its candidates, in whole
 *     trainings; 0 for no choice. Propagation learners try all of theirs.
 */
public record ComparisonOptions(
    List<Double> ratios, int seeds, List<String> methods, double budget) {
  public ComparisonOptions {
    ratios = List.copyOf(ratios);
    methods = List.copyOf(methods);
    for (double ratio : ratios) {
      if (!(ratio > 0 && ratio <= 100)) {
        throw new BadInputException(
            "a label ratio is a percentage above 0 and at most 100, but one of --ratios was "
                + text(ratio)
                + ".");
      }
    }
    requireEachOnce("--ratios", ratios);
    requireEachOnce("--methods", methods);
    methods.forEach(Contender::named);
    if (seeds < 1) {
      throw new IllegalArgumentException("seeds must be >= 1, but was " + seeds);
    }
    if (!(budget == 0 || budget >= 2) || Double.isInfinite(budget)) {
      throw new IllegalArgumentException(
          "the budget of a search must be 0 for none, or at least 2 trainings, but was " + budget);
    }
  }

  public static ComparisonOptions defaults() {
    return new ComparisonOptions(
        List.of(2.0, 5.0, 10.0, 30.0, 50.0, 100.0), 3, Contender.names(), 4);
  }

  public ComparisonOptions withRatios(List<Double> ratios) {
    return new ComparisonOptions(ratios, seeds, methods, budget);
  }

  public ComparisonOptions withSeeds(int seeds) {
    return new ComparisonOptions(ratios, seeds, methods, budget);
  }

  public ComparisonOptions withMethods(List<String> methods) {
    return new ComparisonOptions(ratios, seeds, methods, budget);
  }

  public ComparisonOptions withBudget(double budget) {
    return new ComparisonOptions(ratios, seeds, methods, budget);
  }

  /** The method that others are measured against: the supervised network, else the first. */
  public String reference() {
    return methods.contains("supervised") ? "supervised" : methods.get(0);
  }

  /** A percentage without needless digits. */
  public static String text(double ratio) {
    return Double.isFinite(ratio)
        ? new java.math.BigDecimal(Double.toString(ratio)).stripTrailingZeros().toPlainString()
        : Double.toString(ratio);
  }

  private static void requireEachOnce(String flag, List<?> values) {
    if (values.isEmpty()) {
      throw new BadInputException(flag + " names nothing to compare: give at least one.");
    }
    Set<Object> seen = new HashSet<>();
    for (Object value : values) {
      if (!seen.add(value)) {
        String name = value instanceof Double ratio ? text(ratio) : value.toString();
        throw new BadInputException(flag + " has " + name + " twice: give it once.");
      }
    }
  }
}
