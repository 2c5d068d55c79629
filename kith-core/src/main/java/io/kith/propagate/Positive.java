package io.kith.propagate;

/** Options that must be positive numbers. */
final class Positive {
  private Positive() {}

  static void require(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be > 0 and finite, but was " + value);
    }
  }
}
