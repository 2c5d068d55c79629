package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;

/**
 * Poisson learning, for very few labels: labels are sources and sinks instead of fixed values,
 *
 * <pre>
 *   L U = B,   B_i = Y_i − ȳ for labelled rows, else 0,   Σ_i d_i U_i = 0,   L = D − W
 * </pre>
 *
 * <p>with ȳ the mean of the labels; the class of a row is the largest entry of U_i. Calder, Cook,
 * Thorpe and Slepčev, Poisson Learning: Graph Based Semi-Supervised Learning at Very Low Label
 * Rates (2020).
 *
 * <p>The equation has a solution where the sources of each connected component sum to zero, so ȳ is
 * taken over the labels of the component. Where these are all of one class, the whole component is
 * of that class. The system is solved by conjugate gradients, all classes side by side. Scores are
 * no probabilities: {@link Propagated} has (U_ic − min_c U_ic) divided by its sum over c.
 *
 * @param stopping the tolerance is that of ‖B − LU‖ relative to ‖B‖, for each class
 */
public record PoissonLearning(Stopping stopping) implements Propagation {
  public static PoissonLearning defaults() {
    return new PoissonLearning(Stopping.defaults());
  }

  @Override
  public PoissonLearning withStopping(Stopping stopping) {
    return new PoissonLearning(stopping);
  }

  @Override
  public Propagated propagate(Evidence evidence, Parallel parallel, Progress progress) {
    Labels visible = evidence.visible();
    int classes = evidence.classes();
    double[] degrees = Degrees.of(evidence.graph());
    Components components = new Components(evidence.graph(), visible);
    double[][] counts = labelCounts(components, visible);

    float[] u = new float[evidence.rows() * classes];
    LaplacianSystem system = new LaplacianSystem(evidence.graph(), degrees, classes, parallel);
    Propagated.Account account =
        system.solve(sources(components, counts, visible), u, stopping, progress);
    center(u, classes, degrees, components);
    return Propagated.of(scores(u, classes, components, counts), classes, account);
  }

  /** How many labels of each class a component has; soft ones count in parts. */
  private static double[][] labelCounts(Components components, Labels visible) {
    double[][] counts = new double[components.count()][visible.classCount()];
    for (int row : visible.labeledRows()) {
      for (int c = 0; c < visible.classCount(); c++) {
        counts[components.of(row)][c] += visible.target(row, c);
      }
    }
    return counts;
  }

  /** B. */
  private static float[] sources(Components components, double[][] counts, Labels visible) {
    int classes = visible.classCount();
    float[] sources = new float[visible.size() * classes];
    for (int row : visible.labeledRows()) {
      double[] here = counts[components.of(row)];
      double all = java.util.Arrays.stream(here).sum();
      for (int c = 0; c < classes; c++) {
        sources[row * classes + c] = (float) (visible.target(row, c) - here[c] / all);
      }
    }
    return sources;
  }

  /** Subtracts the component's mean, weighted by degrees, so that Σ_i d_i U_i = 0. */
  private static void center(float[] u, int classes, double[] degrees, Components components) {
    double[][] sums = new double[components.count()][classes];
    double[] weights = new double[components.count()];
    for (int i = 0; i < degrees.length; i++) {
      for (int c = 0; components.isReached(i) && c < classes; c++) {
        sums[components.of(i)][c] += degrees[i] * u[i * classes + c];
        weights[components.of(i)] += c == 0 ? degrees[i] : 0;
      }
    }
    for (int i = 0; i < degrees.length; i++) {
      for (int c = 0; degrees[i] > 0 && components.isReached(i) && c < classes; c++) {
        int component = components.of(i);
        u[i * classes + c] -= (float) (sums[component][c] / weights[component]);
      }
    }
  }

  /** Scores >= 0 out of U, in its place; equal ones where U is the same for all classes. */
  private static float[] scores(float[] u, int classes, Components components, double[][] counts) {
    for (int i = 0; i < u.length / classes; i++) {
      int at = i * classes;
      if (!components.isReached(i)) {
        java.util.Arrays.fill(u, at, at + classes, 0);
        continue;
      }
      double[] here = counts[components.of(i)];
      boolean ofOneClass = java.util.Arrays.stream(here).filter(n -> n > 0).count() == 1;
      float lowest = Float.POSITIVE_INFINITY;
      float highest = Float.NEGATIVE_INFINITY;
      for (int c = 0; c < classes; c++) {
        lowest = Math.min(lowest, u[at + c]);
        highest = Math.max(highest, u[at + c]);
      }
      float tie = lowest == highest ? 1 : 0;
      for (int c = 0; c < classes; c++) {
        u[at + c] = ofOneClass ? Math.signum((float) here[c]) : u[at + c] - lowest + tie;
      }
    }
    return u;
  }
}
