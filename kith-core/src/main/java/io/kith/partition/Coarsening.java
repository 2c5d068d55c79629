package io.kith.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A graph and ever smaller graphs of the same shape: level 0 is the graph itself, and a node of a
 * level is a pair of close nodes of the level below ({@link HeavyEdgeMatching}).
 */
final class Coarsening {
  private static final double STALLED = 0.95;

  private final List<WeightedGraph> graphs = new ArrayList<>();
  private final List<int[]> pairs = new ArrayList<>();

  /** Merges until at most {@code fewest} nodes are left, or hardly any can be merged. */
  Coarsening(WeightedGraph graph, int fewest, SplittableRandom random) {
    int heaviestAllowed = Math.max(1, (int) (1.5 * graph.totalNodeWeight / fewest));
    graphs.add(graph);
    for (WeightedGraph finer = graph; finer.size() > fewest; finer = graph(top())) {
      int[] pairOf = HeavyEdgeMatching.pairs(finer, heaviestAllowed, random);
      WeightedGraph coarser = Contraction.contract(finer, pairOf);
      if (coarser.size() > STALLED * finer.size()) {
        break;
      }
      graphs.add(coarser);
      pairs.add(pairOf);
    }
  }

  /** The level of the smallest graph. */
  int top() {
    return graphs.size() - 1;
  }

  WeightedGraph graph(int level) {
    return graphs.get(level);
  }

  /** For each node of a level below the top, the node of the level above that it is part of. */
  int[] pairOf(int level) {
    return pairs.get(level);
  }
}
