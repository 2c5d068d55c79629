package io.kith.report;

/**
 * What a chart measures along one side.
 *
 * @param logarithmic whether equal distances are equal ratios
 */
public record Axis(String name, Unit unit, boolean logarithmic) {
  public static Axis of(String name, Unit unit) {
    return new Axis(name, unit, false);
  }

  public Axis asLogarithmic() {
    return new Axis(name, unit, true);
  }
}
