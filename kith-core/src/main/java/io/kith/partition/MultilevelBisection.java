package io.kith.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cuts a graph in two by solving a much smaller graph of the same shape first.
 *
 * <p>Karypis and Kumar (1998): pairs of close nodes are merged until few are left ({@link
 * HeavyEdgeMatching}), the small graph is cut by growing one side from several starts ({@link
 * TwoWayCut#grow}), and the cut is carried back step by step and refined at each ({@link
 * TwoWayCut#refine}). For one thread.
 */
final class MultilevelBisection {
  private static final int COARSEST = 60;
  private static final int STARTS = 6;
  private static final int PASSES = 6;
  private static final double STALLED = 0.95;

  private final int target0;
  private final int limit0;
  private final int limit1;
  private final SplittableRandom random;

  /** Side 0 should weigh about {@code target0}; the limits are hard. */
  MultilevelBisection(int target0, int limit0, int limit1, SplittableRandom random) {
    this.target0 = target0;
    this.limit0 = limit0;
    this.limit1 = limit1;
    this.random = random;
  }

  /** The side, 0 or 1, of each node. */
  byte[] bisect(WeightedGraph graph) {
    List<WeightedGraph> finer = new ArrayList<>();
    List<int[]> pairs = new ArrayList<>();
    WeightedGraph current = graph;
    int heaviestAllowed = Math.max(1, (int) (1.5 * graph.totalNodeWeight / COARSEST));
    while (current.size() > COARSEST) {
      int[] pairOf = HeavyEdgeMatching.pairs(current, heaviestAllowed, random);
      WeightedGraph coarser = Contraction.contract(current, pairOf);
      if (coarser.size() > STALLED * current.size()) {
        break;
      }
      finer.add(current);
      pairs.add(pairOf);
      current = coarser;
    }
    byte[] side = cutSmallest(current);
    for (int level = finer.size() - 1; level >= 0; level--) {
      side = project(side, pairs.get(level));
      TwoWayCut cut = new TwoWayCut(finer.get(level), limit0, limit1, side);
      cut.refine(PASSES);
    }
    return side;
  }

  private byte[] cutSmallest(WeightedGraph graph) {
    int n = graph.size();
    TwoWayCut best = null;
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    for (int start = 0; start < Math.min(STARTS, n); start++) {
      TwoWayCut cut = new TwoWayCut(graph, limit0, limit1);
      cut.grow(order[start], order, target0);
      cut.refine(PASSES);
      if (best == null || cut.betterThan(best)) {
        best = cut;
      }
    }
    return best.side();
  }

  private static byte[] project(byte[] coarseSide, int[] pairOf) {
    byte[] side = new byte[pairOf.length];
    for (int node = 0; node < side.length; node++) {
      side[node] = coarseSide[pairOf[node]];
    }
    return side;
  }
}
