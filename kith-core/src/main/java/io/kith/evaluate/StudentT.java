package io.kith.evaluate;

/**
 * The paired t-test: could so large a mean difference be chance, if differences were normal around
 * zero?
 *
 * <pre>
 *   t = mean / (deviation / √n),   n − 1 degrees of freedom
 * </pre>
 */
public final class StudentT {
  private StudentT() {}

  /** The two-sided p-value; NaN for less than two differences. */
  public static double pValue(double[] differences) {
    int n = differences.length;
    if (n < 2) {
      return Double.NaN;
    }
    Spread spread = Spread.of(differences);
    if (spread.deviation() == 0) {
      return spread.mean() == 0 ? 1 : 0;
    }
    double t = spread.mean() / (spread.deviation() / Math.sqrt(n));
    return 1 - within(Math.abs(t), n - 1);
  }

  /**
   * The probability that Student's t lies within −t..t, a finite series for whole degrees of
   * freedom ν (Abramowitz and Stegun 26.7.3 and 26.7.4). With θ = atan(t / √ν):
   *
   * <pre>
   *   ν odd:  2/π (θ + sin θ (cos θ + 2/3 cos³ θ + … + (2·4⋯(ν−3))/(3·5⋯(ν−2)) cos^(ν−2) θ))
   *   ν even: sin θ (1 + 1/2 cos² θ + … + (1·3⋯(ν−3))/(2·4⋯(ν−2)) cos^(ν−2) θ)
   * </pre>
   */
  static double within(double t, int freedom) {
    double angle = Math.atan(t / Math.sqrt(freedom));
    double cosine = Math.cos(angle);
    boolean odd = freedom % 2 == 1;
    double term = odd ? cosine : 1;
    double sum = freedom > 1 ? term : 0;
    for (int k = odd ? 3 : 2; k <= freedom - 2; k += 2) {
      term *= (k - 1.0) / k * cosine * cosine;
      sum += term;
    }
    double series = Math.sin(angle) * sum;
    return odd ? 2 / Math.PI * (angle + series) : series;
  }
}
