package io.kith.partition;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Pairs each node with the neighbour it should least be parted from, so that the pairs can be
 * treated as one node.
 *
 * <p>Nodes are visited in random order; each takes the unpaired neighbour with the largest ω_uv /
 * (|u| |v|), the rating that Holtgrewe, Sanders and Schulz (2010) found better than the bare weight
 * of Karypis and Kumar (1998), as it keeps nodes of similar size. Nodes left alone around a hub, or
 * without any edge, are paired with each other, so that stars shrink too.
 */
final class HeavyEdgeMatching {
  private static final int NONE = -1;

  private HeavyEdgeMatching() {}

  /** For each node the number of its pair; pairs are numbered from 0 without gaps. */
  static int[] pairs(WeightedGraph graph, int heaviestAllowed, SplittableRandom random) {
    int n = graph.size();
    int[] mate = new int[n];
    Arrays.fill(mate, NONE);
    int[] order = randomOrder(n, random);
    for (int node : order) {
      if (mate[node] == NONE) {
        int best = bestNeighbor(graph, node, mate, heaviestAllowed);
        if (best != NONE) {
          mate[node] = best;
          mate[best] = node;
        }
      }
    }
    pairAroundHubs(graph, mate, heaviestAllowed);
    pairIsolated(graph, mate, heaviestAllowed);
    return number(mate);
  }

  private static int bestNeighbor(WeightedGraph graph, int node, int[] mate, int heaviestAllowed) {
    int room = heaviestAllowed - graph.nodeWeights[node];
    int best = NONE;
    float bestRating = 0;
    for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
      int other = graph.neighbors[e];
      if (mate[other] == NONE && graph.nodeWeights[other] <= room) {
        float rating = graph.weights[e] / graph.nodeWeights[other];
        if (rating > bestRating) {
          best = other;
          bestRating = rating;
        }
      }
    }
    return best;
  }

  /** Pairs lonely nodes of low degree that share their heaviest neighbour. */
  private static void pairAroundHubs(WeightedGraph graph, int[] mate, int heaviestAllowed) {
    int[] waiting = new int[mate.length];
    Arrays.fill(waiting, NONE);
    for (int node = 0; node < mate.length; node++) {
      if (mate[node] != NONE || graph.offsets[node] == graph.offsets[node + 1]) {
        continue;
      }
      int hub = heaviestNeighbor(graph, node);
      int other = waiting[hub];
      if (other == NONE) {
        waiting[hub] = node;
      } else if (graph.nodeWeights[node] + graph.nodeWeights[other] <= heaviestAllowed) {
        mate[node] = other;
        mate[other] = node;
        waiting[hub] = NONE;
      }
    }
  }

  private static int heaviestNeighbor(WeightedGraph graph, int node) {
    int best = graph.offsets[node];
    for (int e = best + 1; e < graph.offsets[node + 1]; e++) {
      if (graph.weights[e] > graph.weights[best]) {
        best = e;
      }
    }
    return graph.neighbors[best];
  }

  private static void pairIsolated(WeightedGraph graph, int[] mate, int heaviestAllowed) {
    int waiting = NONE;
    for (int node = 0; node < mate.length; node++) {
      if (mate[node] != NONE || graph.offsets[node] != graph.offsets[node + 1]) {
        continue;
      }
      if (waiting == NONE) {
        waiting = node;
      } else if (graph.nodeWeights[node] + graph.nodeWeights[waiting] <= heaviestAllowed) {
        mate[node] = waiting;
        mate[waiting] = node;
        waiting = NONE;
      }
    }
  }

  private static int[] number(int[] mate) {
    int[] pairOf = new int[mate.length];
    int pairs = 0;
    for (int node = 0; node < mate.length; node++) {
      boolean second = mate[node] != NONE && mate[node] < node;
      pairOf[node] = second ? pairOf[mate[node]] : pairs++;
    }
    return pairOf;
  }

  private static int[] randomOrder(int n, SplittableRandom random) {
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
