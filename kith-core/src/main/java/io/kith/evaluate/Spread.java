package io.kith.evaluate;

/**
 * The mean of some numbers and their standard deviation.
 *
 * @param deviation with n − 1 in the denominator; 0 for a single number
 */
public record Spread(double mean, double deviation) {

  public static Spread of(double[] values) {
    double mean = java.util.Arrays.stream(values).average().orElse(Double.NaN);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new Spread(mean, values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0);
  }
}
