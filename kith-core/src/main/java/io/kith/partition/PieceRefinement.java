package io.kith.partition;

import io.kith.base.Parallel;

/**
 * Makes the cut between pieces lighter by moving single nodes.
 *
 * <p>A node moves to the piece with room that it is most drawn to, when ω(node, there) > ω(node,
 * here), or when they are equal and the piece it moves to stays the lighter one.
 *
 * <p>A piece for b of the k blocks may weigh b w (L / w)^(d / D) at most, where w is the average
 * weight of a block, L the largest allowed, and d of the D cuts to single blocks are behind it. It
 * gives nodes away at a loss when it weighs more, and none when it is as much below its share.
 *
 * <p>First all nodes are looked at, by tasks at the same time; then those that would move are
 * looked at again and moved one after the other. So the threads cannot change the result.
 */
final class PieceRefinement {
  private static final int NONE = -1;
  private static final int ROUNDS = 3;
  private static final int NODES_OF_TASK = 2_000;
  private static final int MOST_TASKS = 64;

  /** A round that moves a smaller share of the nodes than this is the last. */
  private static final double WORTHWHILE = 0.005;

  private final WeightedGraph graph;
  private final int[] pieceOf;
  private final int[] weights;
  private final int[] most;
  private final int[] least;

  /** Changes {@code pieceOf} in place. */
  PieceRefinement(WeightedGraph graph, int[] pieceOf, int[] firstBlocks, int largest) {
    int pieces = firstBlocks.length - 1;
    this.graph = graph;
    this.pieceOf = pieceOf;
    weights = new int[pieces];
    most = new int[pieces];
    least = new int[pieces];
    for (int node = 0; node < pieceOf.length; node++) {
      weights[pieceOf[node]] += graph.nodeWeights[node];
    }
    int blocks = firstBlocks[pieces];
    double average = (double) graph.totalNodeWeight / blocks;
    int allCuts = Math.max(1, Piece.cutsInto(blocks));
    for (int p = 0; p < pieces; p++) {
      int own = firstBlocks[p + 1] - firstBlocks[p];
      double cutsBehind = Math.max(1, allCuts - Piece.cutsInto(own));
      double room = Math.pow(largest / average, cutsBehind / allCuts);
      most[p] = own == 1 ? largest : (int) Math.floor(own * average * room);
      least[p] = own == 1 ? (int) (average / 2) : (int) Math.floor(own * average * (2 - room));
    }
  }

  void refine(Parallel parallel) {
    int n = pieceOf.length;
    int tasks = Math.min(MOST_TASKS, 1 + n / NODES_OF_TASK);
    boolean[] wishes = new boolean[n];
    Pull ownPull = new Pull(0, weights.length);
    for (int round = 0; weights.length > 1 && round < ROUNDS; round++) {
      parallel.run(
          tasks,
          task -> {
            Pull pull = new Pull(0, weights.length);
            int end = (int) ((long) n * (task + 1) / tasks);
            for (int node = (int) ((long) n * task / tasks); node < end; node++) {
              wishes[node] = destination(node, pull) != NONE;
            }
          });
      if (move(wishes, ownPull) < WORTHWHILE * n) {
        break;
      }
    }
  }

  private int move(boolean[] wishes, Pull pull) {
    int moved = 0;
    for (int node = 0; node < wishes.length; node++) {
      int to = wishes[node] ? destination(node, pull) : NONE;
      if (to != NONE) {
        weights[pieceOf[node]] -= graph.nodeWeights[node];
        weights[to] += graph.nodeWeights[node];
        pieceOf[node] = to;
        moved++;
      }
    }
    return moved;
  }

  /** Where a node should go; {@link #NONE} when it should stay. */
  private int destination(int node, Pull pull) {
    int from = pieceOf[node];
    int weight = graph.nodeWeights[node];
    if (weights[from] - weight < least[from]) {
      return NONE;
    }
    pull.of(graph, node, pieceOf);
    double best = weights[from] > most[from] ? Double.NEGATIVE_INFINITY : pull.towards[from];
    int to = NONE;
    for (int t = 0; t < pull.count; t++) {
      int piece = pull.touched[t];
      double there = pull.towards[piece];
      int after = weights[piece] + weight;
      boolean better = there > best || there == best && to == NONE && after < weights[from];
      if (piece != from && better && after <= most[piece]) {
        best = there;
        to = piece;
      }
    }
    pull.clear();
    return to;
  }
}
