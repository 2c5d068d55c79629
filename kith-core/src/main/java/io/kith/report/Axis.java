package io.kith.report;

/**
 * What a chart measures along one side.
 *
 * @param even whether the values that occur stand evenly spaced, whatever lies between them
 */
public record Axis(String name, Unit unit, boolean even) {
  public static Axis of(String name, Unit unit) {
    return new Axis(name, unit, false);
  }

  public Axis inEvenSteps() {
    return new Axis(name, unit, true);
  }
}
