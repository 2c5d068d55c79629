package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import java.util.Optional;

/**
 * Measure propagation: two distributions for each row, p_i and q_i, that agree with labels and
 * neighbours in the sense of the Kullback-Leibler divergence,
 *
 * <pre>
 *   Σ_{i labelled} D(r_i‖q_i) + μ Σ_i Σ_j ω'_ij D(p_i‖q_j) + ν Σ_i D(p_i‖π_i),
 *   ω'_ij = ω_ij for neighbours, ω'_ii = s
 * </pre>
 *
 * <p>where r_i is a row's label and s ties p_i to q_i. It is minimised by turns, each in closed
 * form, so that it never rises:
 *
 * <pre>
 *   p_i(y) ∝ exp((μ Σ_j ω'_ij log q_j(y) + ν log π_i(y)) / (ν + μ Σ_j ω'_ij))
 *   q_i(y) = ([i labelled] r_i(y) + μ Σ_j ω'_ji p_j(y)) / ([i labelled] + μ Σ_j ω'_ji)
 * </pre>
 *
 * <p>Without a prior, π is uniform and the last term is −ν Σ H(p_i) up to a constant: Subramanya
 * and Bilmes, Semi-Supervised Learning with Measure Propagation (2011). With {@link
 * Evidence#prior}, π_i is what another classifier says: Liu and Kirchhoff, Graph-Based
 * Semi-Supervised Learning for Phone and Segment Classification (2013), who call it pMP. The result
 * is p.
 *
 * @param neighborWeight μ, how much neighbours should agree
 * @param priorWeight ν, how much rows keep to π
 * @param selfWeight s, how much p_i and q_i should agree
 */
public record MeasurePropagation(
    double neighborWeight, double priorWeight, double selfWeight, Stopping stopping)
    implements Propagation {
  public MeasurePropagation {
    Positive.require("neighborWeight", neighborWeight);
    Positive.require("priorWeight", priorWeight);
    Positive.require("selfWeight", selfWeight);
  }

  public static MeasurePropagation defaults() {
    return new MeasurePropagation(0.1, 0.1, 1, Stopping.defaults());
  }

  public MeasurePropagation withNeighborWeight(double neighborWeight) {
    return new MeasurePropagation(neighborWeight, priorWeight, selfWeight, stopping);
  }

  public MeasurePropagation withPriorWeight(double priorWeight) {
    return new MeasurePropagation(neighborWeight, priorWeight, selfWeight, stopping);
  }

  @Override
  public MeasurePropagation withStopping(Stopping stopping) {
    return new MeasurePropagation(neighborWeight, priorWeight, selfWeight, stopping);
  }

  @Override
  public Propagated propagate(Evidence evidence, Parallel parallel, Progress progress) {
    AffinityGraph graph = evidence.graph();
    int classes = evidence.classes();
    double[] degrees = Degrees.of(graph);
    float[] p = new float[graph.size() * classes];
    float[] logQ = new float[p.length];
    java.util.Arrays.fill(logQ, (float) -Math.log(classes));
    double change = Double.POSITIVE_INFINITY;
    int round = 0;
    while (round < stopping.rounds() && change > stopping.tolerance()) {
      change =
          Rows.largest(
              graph.size(), parallel, (from, to) -> updateP(from, to, evidence, degrees, logQ, p));
      Rows.each(
          graph.size(), parallel, (from, to) -> updateQ(from, to, evidence, degrees, p, logQ));
      round++;
      if (change > stopping.tolerance()) {
        progress.at("propagate", round, stopping.rounds(), "rounds");
      }
    }
    progress.at("propagate", round, round, "rounds");
    if (evidence.prior().isEmpty()) {
      forgetUnreached(evidence, p);
    }
    return Propagated.of(
        p, classes, new Propagated.Account(round, change, change <= stopping.tolerance()));
  }

  /** The update of p for rows {@code from} to {@code to - 1}; the largest change of a value. */
  private double updateP(
      int from, int to, Evidence evidence, double[] degrees, float[] logQ, float[] p) {
    AffinityGraph graph = evidence.graph();
    int classes = evidence.classes();
    double[] score = new double[classes];
    float[] sum = new float[classes];
    double change = 0;
    for (int i = from; i < to; i++) {
      logPrior(evidence.prior(), i, score);
      for (int c = 0; c < classes; c++) {
        sum[c] = (float) selfWeight * logQ[i * classes + c];
      }
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        float weight = graph.weightAt(e);
        int at = graph.neighborAt(e) * classes;
        for (int c = 0; c < classes; c++) {
          sum[c] += weight * logQ[at + c];
        }
      }
      double all = priorWeight + neighborWeight * (selfWeight + degrees[i]);
      for (int c = 0; c < classes; c++) {
        score[c] = (neighborWeight * sum[c] + priorWeight * score[c]) / all;
      }
      change = Math.max(change, softmax(score, p, i * classes));
    }
    return change;
  }

  private void updateQ(
      int from, int to, Evidence evidence, double[] degrees, float[] p, float[] logQ) {
    AffinityGraph graph = evidence.graph();
    Labels visible = evidence.visible();
    int classes = evidence.classes();
    float[] sum = new float[classes];
    for (int i = from; i < to; i++) {
      for (int c = 0; c < classes; c++) {
        sum[c] = (float) selfWeight * p[i * classes + c];
      }
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        float weight = graph.weightAt(e);
        int at = graph.neighborAt(e) * classes;
        for (int c = 0; c < classes; c++) {
          sum[c] += weight * p[at + c];
        }
      }
      double label = visible.isLabeled(i) ? 1 : 0;
      double all = label + neighborWeight * (selfWeight + degrees[i]);
      for (int c = 0; c < classes; c++) {
        double own = label > 0 ? visible.target(i, c) : 0;
        logQ[i * classes + c] = (float) Math.log((own + neighborWeight * sum[c]) / all);
      }
    }
  }

  /**
   * One more row is p's update with the neighbours as they are, p_j in the place of q_j: their
   * weighted geometric mean, and the row's own prior.
   */
  @Override
  public Propagated extend(Propagated over, Newcomers rows, Parallel parallel) {
    int classes = over.classCount();
    float[] p = new float[Math.multiplyExact(rows.size(), classes)];
    Rows.each(
        rows.size(),
        parallel,
        (from, to) -> {
          double[] weights = new double[rows.nearest().count()];
          double[] score = new double[classes];
          for (int i = from; i < to; i++) {
            rows.weights(i, over, weights);
            logPrior(rows.prior(), i, score);
            double degree = 0;
            for (int c = 0; c < classes; c++) {
              score[c] *= priorWeight;
            }
            for (int r = 0; r < weights.length; r++) {
              degree += weights[r];
              for (int c = 0; weights[r] > 0 && c < classes; c++) {
                score[c] +=
                    neighborWeight
                        * weights[r]
                        * Math.log(over.probability(rows.nearest().id(i, r), c));
              }
            }
            for (int c = 0; c < classes; c++) {
              score[c] /= priorWeight + neighborWeight * degree;
            }
            if (degree > 0 || rows.prior().isPresent()) {
              softmax(score, p, i * classes);
            }
          }
        });
    return Propagated.of(p, classes, over.account());
  }

  /** log π_i. */
  private static void logPrior(Optional<FloatMatrix> prior, int row, double[] into) {
    for (int c = 0; c < into.length; c++) {
      into[c] = prior.isPresent() ? prior.get().get(row, c) : -Math.log(into.length);
    }
  }

  /**
   * Writes exp(score) / Σ exp(score) and says by how much the values there changed. No probability
   * falls below the smallest float that is not denormal, whose logarithm is still a number.
   */
  private static double softmax(double[] score, float[] p, int at) {
    double highest = Double.NEGATIVE_INFINITY;
    for (double s : score) {
      highest = Math.max(highest, s);
    }
    double sum = 0;
    for (int c = 0; c < score.length; c++) {
      score[c] = Math.exp(score[c] - highest);
      sum += score[c];
    }
    double change = 0;
    for (int c = 0; c < score.length; c++) {
      float value = Math.max(Float.MIN_NORMAL, (float) (score[c] / sum));
      change = Math.max(change, Math.abs(value - p[at + c]));
      p[at + c] = value;
    }
    return change;
  }

  /** Where no label reaches, p is uniform: nothing is known, and nothing is said. */
  private static void forgetUnreached(Evidence evidence, float[] p) {
    Components components = new Components(evidence.graph(), evidence.visible());
    int classes = evidence.classes();
    for (int i = 0; i < evidence.rows(); i++) {
      if (!components.isReached(i)) {
        java.util.Arrays.fill(p, i * classes, (i + 1) * classes, 0);
      }
    }
  }
}
