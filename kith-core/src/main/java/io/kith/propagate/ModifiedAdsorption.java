package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;

/**
 * Modified adsorption (MAD): a random walk that at each row goes on, stops to take the row's label,
 * or is abandoned; rows with many different neighbours are passed through less often. Minimises,
 * for each class with its column y of labels,
 *
 * <pre>
 *   μ₁ Σ_i inj_i (y_i − f_i)² + μ₂ Σ_{i&lt;j} m_ij (f_i − f_j)² + μ₃ Σ_i f_i²,
 *   m_ij = (cont_i + cont_j) ω_ij
 * </pre>
 *
 * <p>by Jacobi's iteration
 *
 * <pre>
 *   F_i ← (μ₁ inj_i Y_i + μ₂ Σ_j m_ij F_j) / (μ₁ inj_i + μ₂ Σ_j m_ij + μ₃).
 * </pre>
 *
 * <p>With H_i the entropy of ω_ij / d_i over i's neighbours and β = 2:
 *
 * <pre>
 *   c_i = log β / log(β + exp H_i),   d_i = (1 − c_i) √H_i for labelled rows, else 0,
 *   z_i = max(c_i + d_i, 1),   cont_i = c_i / z_i,   inj_i = d_i / z_i.
 * </pre>
 *
 * <p>A labelled row with a single neighbour has H = 0 and so never injects its label. The paper's
 * dummy label, which gathers what is abandoned, is left out: classes do not touch one another in
 * the iteration, so it changes no other score. Talukdar and Crammer, New Regularized Algorithms for
 * Transductive Learning (2009).
 *
 * @param labelWeight μ₁, how much a labelled row keeps to its label
 * @param neighborWeight μ₂, how much neighbours should agree
 * @param penalty μ₃, how much all scores are drawn to zero
 */
public record ModifiedAdsorption(
    double labelWeight, double neighborWeight, double penalty, Stopping stopping)
    implements Propagation {
  private static final double BETA = 2;

  public ModifiedAdsorption {
    Positive.require("labelWeight", labelWeight);
    Positive.require("neighborWeight", neighborWeight);
    Positive.require("penalty", penalty);
  }

  public static ModifiedAdsorption defaults() {
    return new ModifiedAdsorption(1, 1, 1, Stopping.defaults());
  }

  public ModifiedAdsorption withNeighborWeight(double neighborWeight) {
    return new ModifiedAdsorption(labelWeight, neighborWeight, penalty, stopping);
  }

  public ModifiedAdsorption withPenalty(double penalty) {
    return new ModifiedAdsorption(labelWeight, neighborWeight, penalty, stopping);
  }

  @Override
  public ModifiedAdsorption withStopping(Stopping stopping) {
    return new ModifiedAdsorption(labelWeight, neighborWeight, penalty, stopping);
  }

  @Override
  public Propagated propagate(Evidence evidence, Parallel parallel, Progress progress) {
    AffinityGraph graph = evidence.graph();
    Labels visible = evidence.visible();
    double[] entropy = entropies(graph);
    double[] goOn = new double[graph.size()];
    for (int i = 0; i < goOn.length; i++) {
      goOn[i] = passing(entropy[i]) / largerThanOne(entropy[i], visible.isLabeled(i));
    }
    float[] seeds = new float[graph.size()];
    float[] edges = new float[2 * graph.edgeCount()];
    for (int i = 0; i < seeds.length; i++) {
      double injected =
          visible.isLabeled(i)
              ? labelWeight * stay(entropy[i]) / largerThanOne(entropy[i], true)
              : 0;
      double diagonal = injected + penalty;
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        diagonal += neighborWeight * mutual(graph, goOn, i, e);
      }
      seeds[i] = (float) (injected / diagonal);
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        edges[e] = (float) (neighborWeight * mutual(graph, goOn, i, e) / diagonal);
      }
    }
    return new Diffusion(graph, seeds, edges).run(visible, stopping, parallel, progress);
  }

  /** m_ij. */
  private static double mutual(AffinityGraph graph, double[] goOn, int i, int e) {
    return (goOn[i] + goOn[graph.neighborAt(e)]) * graph.weightAt(e);
  }

  /** c_i. */
  private static double passing(double entropy) {
    return Math.log(BETA) / Math.log(BETA + Math.exp(entropy));
  }

  /** d_i of a labelled row. */
  private static double stay(double entropy) {
    return (1 - passing(entropy)) * Math.sqrt(entropy);
  }

  /** z_i. */
  private static double largerThanOne(double entropy, boolean labeled) {
    return Math.max(1, passing(entropy) + (labeled ? stay(entropy) : 0));
  }

  private static double[] entropies(AffinityGraph graph) {
    double[] degrees = Degrees.of(graph);
    double[] entropies = new double[graph.size()];
    for (int i = 0; i < entropies.length; i++) {
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        double share = graph.weightAt(e) / degrees[i];
        entropies[i] -= share * Math.log(share);
      }
      entropies[i] = Math.max(0, entropies[i]); // a rounding error below zero has no root
    }
    return entropies;
  }
}
