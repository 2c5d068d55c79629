package io.kith.reproduce;

import java.util.Locale;

/** Numbers in sentences. */
final class Percent {
  private Percent() {}

  static String of(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
