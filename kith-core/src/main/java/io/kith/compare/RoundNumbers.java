package io.kith.compare;

import java.math.BigDecimal;
import java.math.MathContext;

/** Options for people to read. */
final class RoundNumbers {
  private RoundNumbers() {}

  static double threeDigits(double value) {
    return new BigDecimal(value).round(new MathContext(3)).doubleValue();
  }
}
