package io.kith.graph;

import io.kith.base.BadInputException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Gathers the edges of a file, in any order, and makes a graph of them or says which line is wrong.
 *
 * <p>An edge may be given once, or once from each end with the same weight.
 */
final class EdgeCollector {
  private final Path file;
  private final int nodes;
  private final IntFunction<String> name;
  private final String unit;
  private int[] from = new int[1 << 10];
  private int[] to = new int[1 << 10];
  private int[] place = new int[1 << 10];
  private float[] weight = new float[1 << 10];
  private int size;

  /** Places are lines or rows of the file, whatever {@code unit} calls them. */
  EdgeCollector(Path file, int nodes, IntFunction<String> name, String unit) {
    this.file = file;
    this.nodes = nodes;
    this.name = name;
    this.unit = unit;
  }

  void add(int source, int target, float value, int at) {
    if (source == target) {
      throw bad(at, "joins " + name.apply(source) + " with itself: leave such edges out");
    }
    if (!(value > 0) || value == Float.POSITIVE_INFINITY) {
      throw bad(at, "has the weight " + value + ": weights must be positive and finite");
    }
    if (size == from.length) {
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
      place = Arrays.copyOf(place, 2 * size);
      weight = Arrays.copyOf(weight, 2 * size);
    }
    from[size] = source;
    to[size] = target;
    weight[size] = value;
    place[size++] = at;
  }

  /** Makes the graph; where {@code bothWays}, each edge must have been given from each end. */
  AffinityGraph graph(boolean bothWays) {
    int[] begin = beginsByLowerEnd();
    long[] ordered = orderedByLowerEnd(begin);
    int[] kept = new int[size];
    int count = 0;
    for (int i = 0; i < nodes; i++) {
      Arrays.sort(ordered, begin[i], begin[i + 1]);
      for (int e = begin[i]; e < begin[i + 1]; ) {
        int first = (int) ordered[e];
        int next = e + 1;
        while (next < begin[i + 1] && ordered[next] >>> 32 == ordered[e] >>> 32) {
          requireOpposite(first, (int) ordered[next], next > e + 1);
          next++;
        }
        if (bothWays && next == e + 1) {
          throw bad(place[first], "has " + edge(first) + ", but there is no edge back");
        }
        kept[count++] = first;
        e = next;
      }
    }
    return joined(Arrays.copyOf(kept, count));
  }

  /** Edges come by lower end and then by higher end, so each node's neighbours ascend. */
  private AffinityGraph joined(int[] edges) {
    int[] offsets = new int[nodes + 1];
    for (int e : edges) {
      offsets[from[e] + 1]++;
      offsets[to[e] + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      offsets[i + 1] = Math.addExact(offsets[i], offsets[i + 1]);
    }
    int[] neighbors = new int[offsets[nodes]];
    float[] weights = new float[neighbors.length];
    int[] filled = Arrays.copyOf(offsets, nodes);
    for (int e : edges) {
      weights[filled[from[e]]] = weight[e];
      neighbors[filled[from[e]]++] = to[e];
      weights[filled[to[e]]] = weight[e];
      neighbors[filled[to[e]]++] = from[e];
    }
    return new AffinityGraph(offsets, neighbors, weights);
  }

  private void requireOpposite(int first, int second, boolean third) {
    if (third || from[first] == from[second]) {
      throw bad(
          place[second],
          "has " + edge(second) + " again, which " + unit + " " + place[first] + " already has");
    }
    if (weight[first] != weight[second]) {
      throw bad(
          place[second],
          "gives "
              + edge(second)
              + " the weight "
              + weight[second]
              + ", but "
              + unit
              + " "
              + place[first]
              + " gives "
              + weight[first]
              + " the other way: make them equal");
    }
  }

  private String edge(int e) {
    return "the edge " + name.apply(from[e]) + " - " + name.apply(to[e]);
  }

  BadInputException bad(int at, String what) {
    return new BadInputException(unit + " " + at + " of " + file + " " + what + ".");
  }

  private int[] beginsByLowerEnd() {
    int[] begin = new int[nodes + 1];
    for (int e = 0; e < size; e++) {
      begin[Math.min(from[e], to[e]) + 1]++;
    }
    for (int i = 0; i < nodes; i++) {
      begin[i + 1] += begin[i];
    }
    return begin;
  }

  private long[] orderedByLowerEnd(int[] begin) {
    int[] filled = Arrays.copyOf(begin, nodes);
    long[] ordered = new long[size];
    for (int e = 0; e < size; e++) {
      int lower = Math.min(from[e], to[e]);
      ordered[filled[lower]++] = (long) Math.max(from[e], to[e]) << 32 | e;
    }
    return ordered;
  }
}
