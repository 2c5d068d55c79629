package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;

/**
 * Label propagation: labelled rows keep their label, every other row becomes the mean of its
 * neighbours,
 *
 * <pre>
 *   F_i ← Y_i                       for labelled rows
 *   F_i ← Σ_j ω_ij F_j / d_i        for the others,   d_i = Σ_j ω_ij
 * </pre>
 *
 * <p>which converges to the harmonic function F_u = (D_uu − W_uu)⁻¹ W_ul Y_l. Zhu and Ghahramani,
 * Learning from Labeled and Unlabeled Data with Label Propagation (2002).
 */
public record LabelPropagation(Stopping stopping) implements Propagation {
  public static LabelPropagation defaults() {
    return new LabelPropagation(Stopping.defaults());
  }

  @Override
  public LabelPropagation withStopping(Stopping stopping) {
    return new LabelPropagation(stopping);
  }

  @Override
  public Propagated propagate(Evidence evidence, Parallel parallel, Progress progress) {
    AffinityGraph graph = evidence.graph();
    Labels visible = evidence.visible();
    double[] degrees = Degrees.of(graph);
    float[] seeds = new float[graph.size()];
    float[] edges = new float[2 * graph.edgeCount()];
    for (int i = 0; i < seeds.length; i++) {
      if (visible.isLabeled(i)) {
        seeds[i] = 1;
      } else {
        for (int e = graph.begin(i); e < graph.end(i); e++) {
          edges[e] = (float) (graph.weightAt(e) / degrees[i]);
        }
      }
    }
    return new Diffusion(graph, seeds, edges).run(visible, stopping, parallel, progress);
  }
}
