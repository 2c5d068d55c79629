package io.kith.graph;

import io.kith.base.Fingerprint;
import java.util.Arrays;

/**
 * A symmetric weighted graph over rows, in compressed sparse rows.
 *
 * <p>The constructor enforces the rules the other stages rely on: neighbours of a node ascend and
 * are distinct, no node is its own neighbour, weights are finite and positive, and ω_ij = ω_ji.
 * Immutable; threads may share it. Every undirected edge is stored twice, once at each end.
 */
public final class AffinityGraph {
  private final int[] offsets;
  private final int[] neighbors;
  private final float[] weights;
  private final String fingerprint;

  /**
   * Takes over the arrays; the caller must not change them afterwards.
   *
   * @param offsets where each node's neighbours begin; one more than there are nodes
   */
  public AffinityGraph(int[] offsets, int[] neighbors, float[] weights) {
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.weights = weights;
    requireRules();
    this.fingerprint =
        new Fingerprint().add("graph").add(offsets).add(neighbors).add(weights).text();
  }

  /** Joins rows that chose each other (or either the other) with the kernel's weight. */
  public static AffinityGraph of(
      Neighbors choices, AffinityKernel kernel, Symmetrization symmetrization) {
    return Symmetrizer.graph(choices, kernel, symmetrization);
  }

  /** How many nodes there are. */
  public int size() {
    return offsets.length - 1;
  }

  /** How many undirected edges there are. */
  public int edgeCount() {
    return neighbors.length / 2;
  }

  public int degree(int node) {
    return offsets[node + 1] - offsets[node];
  }

  /** Where a node's neighbours begin, an index for {@link #neighborAt} and {@link #weightAt}. */
  public int begin(int node) {
    return offsets[node];
  }

  /** Where a node's neighbours end (exclusive). */
  public int end(int node) {
    return offsets[node + 1];
  }

  public int neighborAt(int index) {
    return neighbors[index];
  }

  public float weightAt(int index) {
    return weights[index];
  }

  /** The weight of the edge between two nodes, 0 where there is none. */
  public float weight(int node, int other) {
    int at = Arrays.binarySearch(neighbors, offsets[node], offsets[node + 1], other);
    return at < 0 ? 0 : weights[at];
  }

  /**
   * The graph over some of the nodes, with the edges between them; they are numbered in the order
   * given.
   */
  public AffinityGraph induced(int[] nodes) {
    int[] numbers = new int[size()];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < nodes.length; i++) {
      numbers[nodes[i]] = i;
    }
    int[] begins = new int[nodes.length + 1];
    for (int i = 0; i < nodes.length; i++) {
      begins[i + 1] = begins[i];
      for (int e = begin(nodes[i]); e < end(nodes[i]); e++) {
        begins[i + 1] += numbers[neighbors[e]] < 0 ? 0 : 1;
      }
    }
    int[] ends = new int[begins[nodes.length]];
    float[] kept = new float[ends.length];
    int[] filled = Arrays.copyOf(begins, nodes.length);
    for (int i = 0; i < nodes.length; i++) { // in ascending order, so that all lists ascend
      for (int e = begin(nodes[i]); e < end(nodes[i]); e++) {
        int other = numbers[neighbors[e]];
        if (other >= 0) {
          ends[filled[other]] = i;
          kept[filled[other]++] = weights[e];
        }
      }
    }
    return new AffinityGraph(begins, ends, kept);
  }

  /** The sum of all edge weights, each undirected edge counted once. */
  public double totalWeight() {
    double sum = 0;
    for (float w : weights) {
      sum += w;
    }
    return sum / 2;
  }

  public int isolatedCount() {
    int isolated = 0;
    for (int i = 0; i < size(); i++) {
      if (degree(i) == 0) {
        isolated++;
      }
    }
    return isolated;
  }

  /** How many connected components there are, isolated nodes included. */
  public int componentCount() {
    boolean[] seen = new boolean[size()];
    int[] stack = new int[size()];
    int components = 0;
    for (int root = 0; root < size(); root++) {
      if (seen[root]) {
        continue;
      }
      components++;
      int depth = 0;
      stack[depth++] = root;
      seen[root] = true;
      while (depth > 0) {
        int node = stack[--depth];
        for (int e = offsets[node]; e < offsets[node + 1]; e++) {
          if (!seen[neighbors[e]]) {
            seen[neighbors[e]] = true;
            stack[depth++] = neighbors[e];
          }
        }
      }
    }
    return components;
  }

  /** Changes when a node, an edge or a weight changes. */
  public String fingerprint() {
    return fingerprint;
  }

  private void requireRules() {
    if (offsets.length < 1 || offsets[0] != 0 || offsets[size()] != neighbors.length) {
      throw new IllegalArgumentException(
          "offsets must go from 0 to the number of entries, " + neighbors.length);
    }
    if (weights.length != neighbors.length) {
      throw new IllegalArgumentException(
          "weights must be " + neighbors.length + ", but were " + weights.length);
    }
    for (int i = 0; i < size(); i++) {
      if (offsets[i] > offsets[i + 1]) {
        throw new IllegalArgumentException("offsets must not descend, but do at node " + i);
      }
      for (int e = offsets[i]; e < offsets[i + 1]; e++) {
        int j = neighbors[e];
        if (j < 0 || j >= size()) {
          throw rule(i, j, "is to a node that does not exist (there are " + size() + ")");
        }
        if (j == i) {
          throw rule(i, j, "leads a node to itself");
        }
        if (e > offsets[i] && neighbors[e - 1] >= j) {
          throw rule(i, j, "is a duplicate or out of order");
        }
        if (!(weights[e] > 0) || weights[e] == Float.POSITIVE_INFINITY) {
          throw rule(i, j, "must have a finite positive weight, but had " + weights[e]);
        }
        if (j < i && weight(j, i) != weights[e] || j > i && weight(j, i) == 0) {
          throw rule(i, j, "has weight " + weights[e] + " but " + weight(j, i) + " the other way");
        }
      }
    }
  }

  private static IllegalArgumentException rule(int i, int j, String what) {
    return new IllegalArgumentException("the edge " + i + " -> " + j + " " + what);
  }
}
