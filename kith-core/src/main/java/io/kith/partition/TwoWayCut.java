package io.kith.partition;

import java.util.Arrays;

/**
 * A graph cut in two, and the search that makes the cut lighter by moving nodes across it.
 *
 * <p>Fiduccia and Mattheyses (1982): nodes at the cut are moved one by one, best gain first, each
 * at most once in a pass, also when that makes the cut heavier for a while; then the pass is taken
 * back to its best moment. A moment is better when fewer rows exceed the sides' limits, and among
 * equals when the cut is lighter. A side may exceed its limit by one node in between, which is how
 * nodes are exchanged when both sides are full.
 *
 * <p>With nodes of weight one, and limits that together hold all rows, {@link #refine} always ends
 * within the limits. For one thread.
 */
final class TwoWayCut {
  private final WeightedGraph graph;
  private final int[] limits;
  private final int[] sideWeights = new int[2];
  private final int[] side;
  private final double[] gain; // weight across minus weight within: what moving the node saves
  private final int[] crossing; // how many of a node's edges are cut
  private final GainQueue[] queues;
  private final boolean[] locked;
  private final int[] moved;
  private double cut;

  /** Starts with all nodes on side 0. */
  TwoWayCut(WeightedGraph graph, int limit0, int limit1) {
    this(graph, limit0, limit1, new int[graph.size()]);
  }

  /** Takes over {@code side}, which holds 0 or 1 for each node. */
  TwoWayCut(WeightedGraph graph, int limit0, int limit1, int[] side) {
    int n = graph.size();
    this.graph = graph;
    this.limits = new int[] {limit0, limit1};
    this.side = side;
    this.gain = new double[n];
    this.crossing = new int[n];
    this.queues = new GainQueue[] {new GainQueue(n), new GainQueue(n)};
    this.locked = new boolean[n];
    this.moved = new int[n];
    count();
  }

  private void count() {
    double twice = 0;
    sideWeights[0] = 0;
    sideWeights[1] = 0;
    for (int node = 0; node < side.length; node++) {
      sideWeights[side[node]] += graph.nodeWeights[node];
      double across = 0;
      double within = 0;
      int crosses = 0;
      for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
        if (side[graph.neighbors[e]] == side[node]) {
          within += graph.weights[e];
        } else {
          across += graph.weights[e];
          crosses++;
        }
      }
      gain[node] = across - within;
      crossing[node] = crosses;
      twice += across;
    }
    cut = twice / 2;
  }

  int[] side() {
    return side;
  }

  double cut() {
    return cut;
  }

  /** By how many rows the sides exceed their limits. */
  int overload() {
    return Math.max(0, sideWeights[0] - limits[0]) + Math.max(0, sideWeights[1] - limits[1]);
  }

  /**
   * Begins anew with all nodes on side 1, and moves them to side 0 until it weighs about {@code
   * target}: outwards from {@code start}, the one that adds least to the cut first. Where nothing
   * connected is left it goes on at the next node of {@code order}.
   */
  void grow(int start, int[] order, int target) {
    Arrays.fill(side, 1);
    count();
    GainQueue frontier = queues[1];
    frontier.put(start, gain[start]);
    int next = 0;
    while (sideWeights[0] < target) {
      while (frontier.isEmpty() && next < order.length) {
        int node = order[next++];
        if (side[node] == 1 && !locked[node]) {
          frontier.put(node, gain[node]);
        }
      }
      if (frontier.isEmpty()) {
        break;
      }
      int node = frontier.poll();
      locked[node] = true;
      if (sideWeights[0] + graph.nodeWeights[node] / 2 > target) {
        continue;
      }
      move(node);
      for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
        int other = graph.neighbors[e];
        if (side[other] == 1 && !locked[other]) {
          frontier.put(other, gain[other]);
        }
      }
    }
    frontier.clear();
    Arrays.fill(locked, false);
  }

  /** Passes until one brings nothing, at most {@code passes}. */
  void refine(int passes) {
    for (int pass = 0; pass < passes && pass(); pass++) {}
  }

  private boolean pass() {
    fillQueues();
    int patience = Math.min(Math.max(side.length / 100, 15), 100);
    double startCut = cut;
    int startOverload = overload();
    double bestCut = cut;
    int bestOverload = startOverload;
    int moves = 0;
    int bestMoves = 0;
    while (moves - bestMoves <= patience || bestOverload > 0) {
      int from = nextSide();
      if (from < 0) {
        break;
      }
      int node = queues[from].poll();
      locked[node] = true;
      int to = 1 - from;
      if (sideWeights[to] + graph.nodeWeights[node] > limits[to] + graph.heaviestNode) {
        continue;
      }
      move(node);
      moved[moves++] = node;
      updateQueues(node);
      int overload = overload();
      if (overload < bestOverload || overload == bestOverload && cut < bestCut) {
        bestCut = cut;
        bestOverload = overload;
        bestMoves = moves;
      }
    }
    while (moves > bestMoves) {
      move(moved[--moves]);
    }
    Arrays.fill(locked, false);
    return bestOverload < startOverload || bestCut < startCut - 1e-9 * Math.abs(startCut);
  }

  /** All nodes of an overloaded side; otherwise those at the cut. */
  private void fillQueues() {
    queues[0].clear();
    queues[1].clear();
    boolean overloaded = overload() > 0;
    for (int node = 0; node < side.length; node++) {
      if (crossing[node] > 0 || overloaded && sideWeights[side[node]] > limits[side[node]]) {
        queues[side[node]].put(node, gain[node]);
      }
    }
  }

  /** The side to take the next node from; -1 when there is none. */
  private int nextSide() {
    for (int s = 0; s < 2; s++) {
      if (sideWeights[s] > limits[s]) {
        return queues[s].isEmpty() ? -1 : s;
      }
    }
    if (queues[0].isEmpty() || queues[1].isEmpty()) {
      return queues[0].isEmpty() ? queues[1].isEmpty() ? -1 : 1 : 0;
    }
    double difference = queues[0].topGain() - queues[1].topGain();
    if (difference != 0) {
      return difference > 0 ? 0 : 1;
    }
    return limits[0] - sideWeights[0] < limits[1] - sideWeights[1] ? 0 : 1;
  }

  private void updateQueues(int node) {
    for (int e = graph.offsets[node]; e < graph.offsets[node + 1]; e++) {
      int other = graph.neighbors[e];
      if (!locked[other]) {
        if (crossing[other] > 0) {
          queues[side[other]].put(other, gain[other]);
        } else if (sideWeights[side[other]] <= limits[side[other]]) {
          queues[side[other]].remove(other);
        } else {
          queues[side[other]].put(other, gain[other]);
        }
      }
    }
  }

  private void move(int node) {
    int to = (1 - side[node]);
    sideWeights[side[node]] -= graph.nodeWeights[node];
    sideWeights[to] += graph.nodeWeights[node];
    side[node] = to;
    cut -= gain[node];
    gain[node] = -gain[node];
    int begin = graph.offsets[node];
    int end = graph.offsets[node + 1];
    crossing[node] = end - begin - crossing[node];
    for (int e = begin; e < end; e++) {
      int other = graph.neighbors[e];
      if (side[other] == to) {
        gain[other] -= 2 * graph.weights[e];
        crossing[other]--;
      } else {
        gain[other] += 2 * graph.weights[e];
        crossing[other]++;
      }
    }
  }
}
