package io.kith.partition;

import io.kith.graph.AffinityGraph;

/**
 * A graph whose nodes may stand for several rows: what an affinity graph becomes when it is
 * coarsened or cut out.
 *
 * <p>Compressed sparse rows, each edge stored at both ends, neighbours in no particular order; the
 * arrays of edges may be longer than needed. The arrays are open to this package because every
 * inner loop of the partitioner runs over them; no one writes to them after construction, so
 * threads may share a graph.
 */
final class WeightedGraph {
  final int[] offsets;
  final int[] neighbors;
  final float[] weights;

  /** How many rows each node stands for, or what it weighs by itself. */
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
    return of(graph, RowWeights.ones(graph.size()));
  }

  /** Every row a node. */
  static WeightedGraph of(AffinityGraph graph, int[] rowWeights) {
    int n = graph.size();
    int entries = n == 0 ? 0 : graph.end(n - 1);
    int[] offsets = new int[n + 1];
    int[] neighbors = new int[entries];
    float[] weights = new float[entries];
    for (int i = 0; i < n; i++) {
      offsets[i + 1] = graph.end(i);
    }
    for (int e = 0; e < entries; e++) {
      neighbors[e] = graph.neighborAt(e);
      weights[e] = graph.weightAt(e);
    }
    return new WeightedGraph(offsets, neighbors, weights, rowWeights);
  }

  int size() {
    return nodeWeights.length;
  }

  /** The same graph, its nodes numbered anew: node {@code order[i]} becomes node i. */
  WeightedGraph renumbered(int[] order) {
    int n = size();
    int[] number = new int[n];
    for (int i = 0; i < n; i++) {
      number[order[i]] = i;
    }
    int[] newOffsets = new int[n + 1];
    int[] newNeighbors = new int[offsets[n]];
    float[] newWeights = new float[offsets[n]];
    int[] newNodeWeights = new int[n];
    int filled = 0;
    for (int i = 0; i < n; i++) {
      int node = order[i];
      newNodeWeights[i] = nodeWeights[node];
      for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        newNeighbors[filled] = number[neighbors[e]];
        newWeights[filled++] = weights[e];
      }
      newOffsets[i + 1] = filled;
    }
    return new WeightedGraph(newOffsets, newNeighbors, newWeights, newNodeWeights);
  }

  /**
   * The graph among the nodes of one part; edges that leave it are dropped.
   *
   * @param numberWithin for each chosen node its place in {@code chosen}
   */
  WeightedGraph among(int[] chosen, int[] partOf, int[] numberWithin) {
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
      int here = partOf[node];
      for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        int other = neighbors[e];
        if (partOf[other] == here) {
          subNeighbors[filled] = numberWithin[other];
          subWeights[filled++] = weights[e];
        }
      }
      subOffsets[i + 1] = filled;
      subNodeWeights[i] = nodeWeights[node];
    }
    return new WeightedGraph(subOffsets, subNeighbors, subWeights, subNodeWeights);
  }
}
