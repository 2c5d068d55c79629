package io.kith.evaluate;

import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;

/**
 * Temperature scaling (Guo et al. 2017): one number T, fitted on held-out rows, that makes
 * confidence agree with accuracy: p = softmax(z / T). The likeliest class stays the likeliest.
 *
 * <p>With β = 1/T, the mean log-loss is convex, and its slope
 *
 * <pre>
 *   d/dβ (1/n) Σ_i [log Σ_c exp(β z_ic) − β z_iy] = (1/n) Σ_i [Σ_c p_ic z_ic − z_iy]
 * </pre>
 *
 * <p>rises with β, so bisection finds its zero. Log-probabilities serve as logits: they differ by a
 * constant a row.
 */
public final class Temperature {
  private static final double COLDEST = 0.1;
  private static final double HOTTEST = 10;
  private static final int HALVINGS = 50;

  private Temperature() {}

  /**
   * The temperature of the least log-loss, between 0.1 and 10.
   *
   * <p>1, which changes nothing, where there is no such temperature: no row has a label, or the
   * loss still falls at the end of the range, as it does when every row is right.
   */
  public static double fit(FloatMatrix logProbabilities, Labels truth) {
    if (truth.labeledCount() == 0) {
      return 1;
    }
    double low = 1 / HOTTEST;
    double high = 1 / COLDEST;
    if (slope(low, logProbabilities, truth) >= 0 || slope(high, logProbabilities, truth) <= 0) {
      return 1;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (slope(middle, logProbabilities, truth) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return 2 / (low + high);
  }

  /** The slope of the summed log-loss at β. */
  private static double slope(double beta, FloatMatrix logits, Labels truth) {
    float[] z = new float[logits.columns()];
    double slope = 0;
    for (int i = 0; i < truth.size(); i++) {
      if (!truth.isLabeled(i)) {
        continue;
      }
      logits.copyRow(i, z);
      float highest = z[Evaluation.likeliest(z)];
      double sum = 0;
      double weighted = 0;
      for (float value : z) {
        double weight = Math.exp(beta * (value - highest));
        sum += weight;
        weighted += weight == 0 ? 0 : weight * value; // an impossible class has value -∞
      }
      slope += weighted / sum - z[truth.label(i)];
    }
    return slope;
  }
}
