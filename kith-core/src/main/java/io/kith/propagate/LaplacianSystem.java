package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.graph.AffinityGraph;

/**
 * Solves (D − W) U = B for several right sides at once, by conjugate gradients on the system scaled
 * to a unit diagonal,
 *
 * <pre>
 *   (I − D^−½ W D^−½) Z = D^−½ B,   U = D^−½ Z.
 * </pre>
 *
 * <p>D − W is singular; a solution exists where B sums to zero over each connected component, and
 * is found up to a constant for each of them. Every right side has step lengths of its own, and
 * rests once it is solved. Rows without neighbours stay 0. Sums are in double, over ranges of rows
 * that do not depend on the number of threads.
 */
final class LaplacianSystem {
  private final AffinityGraph graph;
  private final float[] scale; // d^-1/2, 0 for rows without neighbours
  private final int columns;
  private final Parallel parallel;

  LaplacianSystem(AffinityGraph graph, double[] degrees, int columns, Parallel parallel) {
    this.graph = graph;
    this.columns = columns;
    this.parallel = parallel;
    scale = new float[degrees.length];
    for (int i = 0; i < scale.length; i++) {
      scale[i] = degrees[i] > 0 ? (float) (1 / Math.sqrt(degrees[i])) : 0;
    }
  }

  /** Takes over the right sides, rows × columns, and writes the solution to {@code u}. */
  Propagated.Account solve(float[] right, float[] u, Stopping stopping, Progress progress) {
    float[] z = u; // begins at 0
    float[] residual = right;
    scaleRows(residual);
    float[] direction = residual.clone();
    float[] image = new float[right.length];
    double[] squares = dots(residual, residual);
    double[] begin = squares.clone();
    int round = 0;
    double error = worst(squares, begin);
    while (round < stopping.rounds() && error > stopping.tolerance()) {
      apply(direction, image);
      double[] curvature = dots(direction, image);
      double[] step = new double[columns];
      for (int c = 0; c < columns; c++) {
        step[c] = rests(squares[c], begin[c], stopping) ? 0 : squares[c] / curvature[c];
      }
      double[] before = squares;
      advance(z, residual, direction, image, step);
      squares = dots(residual, residual);
      double[] turn = new double[columns];
      for (int c = 0; c < columns; c++) {
        turn[c] = before[c] > 0 ? squares[c] / before[c] : 0;
      }
      redirect(direction, residual, turn);
      round++;
      error = worst(squares, begin);
      if (error > stopping.tolerance()) {
        progress.at("propagate", round, stopping.rounds(), "rounds");
      }
    }
    progress.at("propagate", round, round, "rounds");
    scaleRows(z);
    return new Propagated.Account(round, error, error <= stopping.tolerance());
  }

  private static boolean rests(double square, double begin, Stopping stopping) {
    return Math.sqrt(square) <= stopping.tolerance() * Math.sqrt(begin);
  }

  /** The largest ‖residual‖ / ‖right side‖ of a column. */
  private static double worst(double[] squares, double[] begin) {
    double worst = 0;
    for (int c = 0; c < squares.length; c++) {
      worst = Math.max(worst, begin[c] > 0 ? Math.sqrt(squares[c] / begin[c]) : 0);
    }
    return worst;
  }

  private void scaleRows(float[] values) {
    for (int i = 0; i < scale.length; i++) {
      for (int c = 0; c < columns; c++) {
        values[i * columns + c] *= scale[i];
      }
    }
  }

  /** image = (I − D^−½ W D^−½) direction. */
  private void apply(float[] direction, float[] image) {
    Rows.each(
        graph.size(),
        parallel,
        (from, to) -> {
          float[] sum = new float[columns];
          for (int i = from; i < to; i++) {
            System.arraycopy(direction, i * columns, sum, 0, columns);
            for (int e = graph.begin(i); e < graph.end(i); e++) {
              int j = graph.neighborAt(e);
              float share = graph.weightAt(e) * scale[i] * scale[j];
              for (int c = 0; c < columns; c++) {
                sum[c] -= share * direction[j * columns + c];
              }
            }
            System.arraycopy(sum, 0, image, i * columns, columns);
          }
        });
  }

  private void advance(
      float[] z, float[] residual, float[] direction, float[] image, double[] step) {
    Rows.each(
        graph.size(),
        parallel,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            for (int c = 0; c < columns; c++) {
              int at = i * columns + c;
              z[at] += (float) (step[c] * direction[at]);
              residual[at] -= (float) (step[c] * image[at]);
            }
          }
        });
  }

  private void redirect(float[] direction, float[] residual, double[] turn) {
    Rows.each(
        graph.size(),
        parallel,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            for (int c = 0; c < columns; c++) {
              int at = i * columns + c;
              direction[at] = residual[at] + (float) (turn[c] * direction[at]);
            }
          }
        });
  }

  /** The inner product of each column of one matrix with the same column of another. */
  private double[] dots(float[] a, float[] b) {
    return Rows.sum(
        graph.size(),
        columns,
        parallel,
        (from, to, into) -> {
          for (int i = from; i < to; i++) {
            for (int c = 0; c < columns; c++) {
              into[c] += (double) a[i * columns + c] * b[i * columns + c];
            }
          }
        });
  }
}
