package io.kith.propagate;

/**
 * When an iteration ends.
 *
 * @param tolerance the largest change of any row's distribution at which it has converged
 * @param rounds the most rounds it may take
 */
public record Stopping(double tolerance, int rounds) {
  public Stopping {
    if (!(tolerance > 0) || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException("tolerance must be > 0 and finite, but was " + tolerance);
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds must be >= 1, but was " + rounds);
    }
  }

  public static Stopping defaults() {
    return new Stopping(1e-4, 1000);
  }

  public Stopping withTolerance(double tolerance) {
    return new Stopping(tolerance, rounds);
  }

  public Stopping withRounds(int rounds) {
    return new Stopping(tolerance, rounds);
  }
}
