package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.graph.AffinityGraph;

/**
 * Label spreading: every row becomes a mixture of its neighbours and its label, so that labels may
 * be overruled,
 *
 * <pre>
 *   F ← α S F + (1 − α) Y,   S_ij = ω_ij / √(d_i d_j)
 * </pre>
 *
 * <p>which converges to F = (1 − α)(I − αS)⁻¹ Y. Zhou, Bousquet, Lal, Weston and Schölkopf,
 * Learning with Local and Global Consistency (2004).
 *
 * @param alpha how much of a row comes from its neighbours
 */
public record LabelSpreading(double alpha, Stopping stopping) implements Propagation {
  public LabelSpreading {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException("alpha must be > 0 and < 1, but was " + alpha);
    }
  }

  public static LabelSpreading defaults() {
    return new LabelSpreading(0.9, Stopping.defaults());
  }

  public LabelSpreading withAlpha(double alpha) {
    return new LabelSpreading(alpha, stopping);
  }

  @Override
  public LabelSpreading withStopping(Stopping stopping) {
    return new LabelSpreading(alpha, stopping);
  }

  @Override
  public Propagated propagate(Evidence evidence, Parallel parallel, Progress progress) {
    AffinityGraph graph = evidence.graph();
    double[] degrees = Degrees.of(graph);
    float[] seeds = new float[graph.size()];
    java.util.Arrays.fill(seeds, (float) (1 - alpha));
    float[] edges = new float[2 * graph.edgeCount()];
    for (int i = 0; i < seeds.length; i++) {
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        double scale = Math.sqrt(degrees[i] * degrees[graph.neighborAt(e)]);
        edges[e] = (float) (alpha * graph.weightAt(e) / scale);
      }
    }
    return new Diffusion(graph, seeds, edges).run(evidence.visible(), stopping, parallel, progress);
  }
}
