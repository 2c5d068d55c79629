package io.kith.partition;

import io.kith.graph.AffinityGraph;

/**
 * A graph whose nodes may stand for several rows: what an affinity graph becomes when it is
 * coarsened or cut out.
 *
 * <p>Compressed sparse rows, each edge stored at both ends, neighbours in no particular order. The
 * arrays are open to this package because every inner loop of the partitioner runs over them; no
 * one writes to them after construction, so threads may share a graph.
 */
final class WeightedGraph {
  final int[] offsets;
  final int[] neighbors;
  final float[] weights;

  /** How many rows each node stands for. */
  final int[] nodeWeights;

  final int totalNodeWeight;
  final int heaviestNode;

  WeightedGraph(int[] offsets, int[] neighbors, float[] weights, int[] nodeWeights) {
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.weights = weights;
    this.nodeWeights = nodeWeights;
    int total = 0;
    int heaviest = 0;
    for (int weight : nodeWeights) {
      total += weight;
      heaviest = Math.max(heaviest, weight);
    }
    this.totalNodeWeight = total;
    this.heaviestNode = heaviest;
  }

  /** Every row a node of weight one. */
  static WeightedGraph of(AffinityGraph graph) {
    int n = graph.size();
    int entries = n == 0 ? 0 : graph.end(n - 1);
    int[] offsets = new int[n + 1];
    int[] neighbors = new int[entries];
    float[] weights = new float[entries];
    int[] nodeWeights = new int[n];
    for (int i = 0; i < n; i++) {
      nodeWeights[i] = 1;
      offsets[i + 1] = graph.end(i);
    }
    for (int e = 0; e < entries; e++) {
      neighbors[e] = graph.neighborAt(e);
      weights[e] = graph.weightAt(e);
    }
    return new WeightedGraph(offsets, neighbors, weights, nodeWeights);
  }

  int size() {
    return nodeWeights.length;
  }

  /**
   * The graph among some nodes; edges that leave them are dropped.
   *
   * @param numberWithin for each chosen node its place in {@code chosen}
   */
  WeightedGraph among(int[] chosen, byte[] side, int[] numberWithin) {
    int entries = 0;
    for (int node : chosen) {
      entries += offsets[node + 1] - offsets[node];
    }
    int[] subOffsets = new int[chosen.length + 1];
    int[] subNeighbors = new int[entries];
    float[] subWeights = new float[entries];
    int[] subNodeWeights = new int[chosen.length];
    int filled = 0;
    for (int i = 0; i < chosen.length; i++) {
      int node = chosen[i];
      byte here = side[node];
      for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        int other = neighbors[e];
        if (side[other] == here) {
          subNeighbors[filled] = numberWithin[other];
          subWeights[filled++] = weights[e];
        }
      }
      subOffsets[i + 1] = filled;
      subNodeWeights[i] = nodeWeights[node];
    }
    return new WeightedGraph(
        subOffsets,
        java.util.Arrays.copyOf(subNeighbors, filled),
        java.util.Arrays.copyOf(subWeights, filled),
        subNodeWeights);
  }
}
