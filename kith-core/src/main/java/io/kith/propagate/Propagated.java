package io.kith.propagate;

import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;

/**
 * What a propagation found: a distribution over the classes for each row that a label reaches, and
 * nothing for the others.
 *
 * <p>Immutable; threads may share it.
 */
public final class Propagated {
  /**
   * How an iteration went.
   *
   * @param change the largest change of the last round; where a system of equations is solved, the
   *     largest remaining error, relative to where it began
   */
  public record Account(int rounds, double change, boolean converged) {}

  private final float[] values;
  private final int classes;
  private final Account account;

  private Propagated(float[] values, int classes, Account account) {
    this.values = values;
    this.classes = classes;
    this.account = account;
  }

  /** Takes over scores >= 0, row after row, and divides each row by its sum. */
  static Propagated of(float[] scores, int classes, Account account) {
    for (int at = 0; at < scores.length; at += classes) {
      normalize(scores, at, classes);
    }
    return new Propagated(scores, classes, account);
  }

  private static void normalize(float[] values, int at, int classes) {
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += values[at + c];
    }
    for (int c = 0; c < classes && sum > 0; c++) {
      values[at + c] = (float) (values[at + c] / sum);
    }
  }

  public int size() {
    return values.length / classes;
  }

  public int classCount() {
    return classes;
  }

  /** 0 for every class of a row that is not reached. */
  public float probability(int row, int classIndex) {
    return values[row * classes + classIndex];
  }

  /** The likeliest class of a row, the first of equals; {@link Labels#UNLABELED} if unreached. */
  public int label(int row) {
    int best = 0;
    for (int c = 1; c < classes; c++) {
      if (probability(row, c) > probability(row, best)) {
        best = c;
      }
    }
    return probability(row, best) > 0 ? best : Labels.UNLABELED;
  }

  /** Whether anything can be said about a row. */
  public boolean isReached(int row) {
    return label(row) != Labels.UNLABELED;
  }

  /** How many rows no label reaches: nothing is guessed about them. */
  public int unreachedCount() {
    int count = 0;
    for (int i = 0; i < size(); i++) {
      count += isReached(i) ? 0 : 1;
    }
    return count;
  }

  public Account account() {
    return account;
  }

  /** The distributions of rows {@code from} to {@code to - 1}; the caller closes them. */
  public FloatMatrix probabilities(int from, int to) {
    FloatMatrix matrix = FloatMatrix.allocate(to - from, classes);
    float[] row = new float[classes];
    for (int i = from; i < to; i++) {
      System.arraycopy(values, i * classes, row, 0, classes);
      matrix.setRow(i - from, row);
    }
    return matrix;
  }

  /**
   * How the classes must be scaled so that each has among the unlabelled rows the share that it has
   * among the labels: class mass normalisation (Zhu, Ghahramani and Lafferty 2003),
   *
   * <pre>
   *   F_ic ∝ F_ic · share_c / Σ_j F_jc,   j over unlabelled rows
   * </pre>
   *
   * <p>1 for a class that no unlabelled row has any of.
   */
  public double[] classMassScales(Labels visible) {
    double[] mass = new double[classes];
    for (int i = 0; i < size(); i++) {
      for (int c = 0; !visible.isLabeled(i) && c < classes; c++) {
        mass[c] += probability(i, c);
      }
    }
    double all = java.util.Arrays.stream(mass).sum();
    double[] labels = new double[classes];
    for (int row : visible.labeledRows()) {
      for (int c = 0; c < classes; c++) {
        labels[c] += visible.target(row, c);
      }
    }
    double[] scales = new double[classes];
    for (int c = 0; c < classes; c++) {
      double share = labels[c] / visible.labeledCount();
      scales[c] = mass[c] > 0 ? share * all / mass[c] : 1;
    }
    return scales;
  }

  /** The same distributions with each class scaled and the rows divided by their sums again. */
  public Propagated scaled(double[] scales) {
    float[] scaled = new float[values.length];
    for (int at = 0; at < values.length; at++) {
      scaled[at] = (float) (values[at] * scales[at % classes]);
    }
    return of(scaled, classes, account);
  }
}
