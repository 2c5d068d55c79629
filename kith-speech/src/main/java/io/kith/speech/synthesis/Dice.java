package io.kith.speech.synthesis;

import io.kith.base.Seed;
import java.util.SplittableRandom;

/** Draws of one stage: uniform, normal, chance. Not to be shared by threads. */
final class Dice {
  private final SplittableRandom random;

  Dice(Seed seed) {
    this.random = seed.random();
  }

  double between(double low, double high) {
    return low + (high - low) * random.nextDouble();
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  long bits() {
    return random.nextLong();
  }

  /** Normal with mean 0 and variance 1, cut at 3 (Box and Muller; StrictMath: equal everywhere). */
  double normal() {
    double u = 1 - random.nextDouble();
    double z =
        StrictMath.sqrt(-2 * StrictMath.log(u))
            * StrictMath.cos(2 * StrictMath.PI * random.nextDouble());
    return Math.max(-3, Math.min(3, z));
  }
}
