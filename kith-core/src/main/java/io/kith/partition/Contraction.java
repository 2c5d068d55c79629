package io.kith.partition;

import java.util.Arrays;

/**
 * Makes one node of each group of nodes.
 *
 * <p>Node weights add up, parallel edges become one edge of their summed weight, and edges within a
 * group vanish. A cut of the smaller graph therefore weighs the same as the cut it stands for in
 * the larger one.
 */
final class Contraction {
  private Contraction() {}

  /**
   * @param groupOf for each node its group, numbered from 0 without gaps
   */
  static WeightedGraph contract(WeightedGraph graph, int[] groupOf) {
    int groups = 0;
    for (int group : groupOf) {
      groups = Math.max(groups, group + 1);
    }
    int[] begin = new int[groups + 1];
    int[] members = membersOf(groupOf, groups, begin);
    int[] offsets = new int[groups + 1];
    int[] neighbors = new int[graph.neighbors.length];
    float[] weights = new float[graph.neighbors.length];
    int[] nodeWeights = new int[groups];
    int[] slot = new int[groups]; // where a neighbouring group's edge stands, if at or after the
    int filled = 0; //               current group's first edge
    Arrays.fill(slot, -1);
    for (int group = 0; group < groups; group++) {
      int first = filled;
      for (int m = begin[group]; m < begin[group + 1]; m++) {
        int node = members[m];
        nodeWeights[group] += graph.nodeWeights[node];
        for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
          int other = groupOf[graph.neighbors[e]];
          if (other == group) {
            continue;
          }
          int at = slot[other];
          if (at >= first) {
            weights[at] += graph.weights[e];
          } else {
            slot[other] = filled;
            neighbors[filled] = other;
            weights[filled++] = graph.weights[e];
          }
        }
      }
      offsets[group + 1] = filled;
    }
    return new WeightedGraph(
        offsets, Arrays.copyOf(neighbors, filled), Arrays.copyOf(weights, filled), nodeWeights);
  }

  /** Nodes sorted by group; {@code begin} receives where each group's nodes begin. */
  private static int[] membersOf(int[] groupOf, int groups, int[] begin) {
    for (int group : groupOf) {
      begin[group + 1]++;
    }
    for (int group = 0; group < groups; group++) {
      begin[group + 1] += begin[group];
    }
    int[] next = Arrays.copyOf(begin, groups);
    int[] members = new int[groupOf.length];
    for (int node = 0; node < groupOf.length; node++) {
      members[next[groupOf[node]]++] = node;
    }
    return members;
  }
}
