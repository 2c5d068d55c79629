package io.kith.partition;

/**
 * The weight between one node and each part of a graph, of a range of parts. For one thread.
 *
 * <p>Parts are counted from the first of the range.
 */
final class Pull {
  /** The weight of the node's edges to each part. */
  final double[] towards;

  /** The parts the node has edges to, of which there are {@link #count}. */
  final int[] touched;

  int count;
  private final int first;

  Pull(int first, int end) {
    this.first = first;
    towards = new double[end - first];
    touched = new int[end - first];
  }

  /** Measures a node; the one before must have been cleared. */
  void of(WeightedGraph graph, int node, int[] partOf) {
    for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
      int part = partOf[graph.neighbors[e]] - first;
      if (part >= 0 && part < towards.length) {
        if (towards[part] == 0) {
          touched[count++] = part;
        }
        towards[part] += graph.weights[e];
      }
    }
  }

  void clear() {
    while (count > 0) {
      towards[touched[--count]] = 0;
    }
  }
}
