package io.kith.propagate;

import io.kith.graph.AffinityGraph;

/** d_i = Σ_j ω_ij, the weight of all edges of a row. */
final class Degrees {
  private Degrees() {}

  static double[] of(AffinityGraph graph) {
    double[] degrees = new double[graph.size()];
    for (int i = 0; i < degrees.length; i++) {
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        degrees[i] += graph.weightAt(e);
      }
    }
    return degrees;
  }
}
