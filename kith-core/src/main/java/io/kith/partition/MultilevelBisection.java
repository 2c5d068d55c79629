package io.kith.partition;

import java.util.SplittableRandom;

/**
 * Cuts a graph in two by solving a much smaller graph of the same shape first.
 *
 * <p>Karypis and Kumar (1998): pairs of close nodes are merged until few are left ({@link
 * Coarsening}), the small graph is cut by growing one side from several starts ({@link
 * TwoWayCut#grow}), and the cut is carried back step by step and refined at each ({@link
 * TwoWayCut#refine}). For one thread.
 */
final class MultilevelBisection {
  private static final int COARSEST = 60;
  private static final int PASSES = 6;

  /** Starts for large graphs, where they cost little; small ones are improved later anyway. */
  private static final int STARTS = 8;

  private static final int STARTS_OF_SMALL = 2;
  private static final int SMALL = 500;

  private final int target0;
  private final int limit0;
  private final int limit1;
  private final SplittableRandom random;

  /** Side 0 should weigh about {@code target0}; the limits hold for the result. */
  MultilevelBisection(int target0, int limit0, int limit1, SplittableRandom random) {
    this.target0 = target0;
    this.limit0 = limit0;
    this.limit1 = limit1;
    this.random = random;
  }

  /** The side, 0 or 1, of each node. */
  int[] bisect(WeightedGraph graph) {
    Coarsening levels = new Coarsening(graph, COARSEST, random);
    int starts = graph.size() > SMALL ? STARTS : STARTS_OF_SMALL;
    int[] side = cutSmallest(levels.graph(levels.top()), starts);
    for (int level = levels.top() - 1; level >= 0; level--) {
      side = project(side, levels.pairOf(level));
      cutOf(levels.graph(level), side).refine(PASSES);
    }
    return side;
  }

  private int[] cutSmallest(WeightedGraph graph, int starts) {
    int n = graph.size();
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    TwoWayCut cut = cutOf(graph, new int[n]);
    int[] best = new int[n];
    double bestCut = Double.POSITIVE_INFINITY;
    int bestOverload = Integer.MAX_VALUE;
    for (int start = 0; start < Math.min(starts, n); start++) {
      cut.grow(order[start], order, target0);
      cut.refine(PASSES);
      int overload = cut.overload();
      if (overload < bestOverload || overload == bestOverload && cut.cut() < bestCut) {
        bestOverload = overload;
        bestCut = cut.cut();
        System.arraycopy(cut.side(), 0, best, 0, n);
      }
    }
    return best;
  }

  /** Heavy nodes rarely fit exactly, so they get some tolerance; rows, of weight one, get none. */
  private TwoWayCut cutOf(WeightedGraph graph, int[] side) {
    int tolerance = graph.heaviestNode - 1;
    return new TwoWayCut(graph, limit0 + tolerance, limit1 + tolerance, side);
  }

  private static int[] project(int[] coarseSide, int[] pairOf) {
    int[] side = new int[pairOf.length];
    for (int node = 0; node < side.length; node++) {
      side[node] = coarseSide[pairOf[node]];
    }
    return side;
  }
}
