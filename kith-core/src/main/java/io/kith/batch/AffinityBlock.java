package io.kith.batch;

import io.kith.graph.AffinityGraph;
import java.util.Arrays;

/**
 * The part of the affinity matrix that lies inside a batch: entries (i, j, ω_ij) by position in the
 * batch, both directions of every edge, ordered by i, then as in the graph.
 *
 * <p>Immutable; threads may share it.
 */
public final class AffinityBlock {
  private static final AffinityBlock EMPTY =
      new AffinityBlock(new int[0], new int[0], new float[0], 0);

  private final int[] from;
  private final int[] to;
  private final float[] weights;
  private final int count;

  /** Takes over the arrays, of which the first {@code count} places are used. */
  AffinityBlock(int[] from, int[] to, float[] weights, int count) {
    this.from = from;
    this.to = to;
    this.weights = weights;
    this.count = count;
  }

  /** No edges. */
  public static AffinityBlock empty() {
    return EMPTY;
  }

  /** Entries given one by one, for tests and own graphs. */
  public static AffinityBlock of(int[] from, int[] to, float[] weights) {
    if (from.length != to.length || from.length != weights.length) {
      throw new IllegalArgumentException(
          "entries must have as many ends as weights, but there were "
              + from.length
              + ", "
              + to.length
              + " and "
              + weights.length);
    }
    return new AffinityBlock(from.clone(), to.clone(), weights.clone(), from.length);
  }

  /** Cuts the edges among distinct rows out of the graph. */
  public static AffinityBlock cut(AffinityGraph graph, int[] rows) {
    return new Cutter(graph).cut(rows);
  }

  public int size() {
    return count;
  }

  public int from(int entry) {
    return from[entry];
  }

  public int to(int entry) {
    return to[entry];
  }

  public float weight(int entry) {
    return weights[entry];
  }

  /** The sum of all entries, so every undirected edge counts twice. */
  public double totalWeight() {
    double sum = 0;
    for (int e = 0; e < count; e++) {
      sum += weights[e];
    }
    return sum;
  }

  /** What the entry between two positions of a batch should weigh; 0 leaves it out. */
  interface EntryWeights {
    float weight(int from, int to, float affinity);
  }

  /** Cuts many blocks out of one graph with the same scratch space. Not for sharing by threads. */
  static final class Cutter {
    private final AffinityGraph graph;
    private final int[] positionOfRow;

    Cutter(AffinityGraph graph) {
      this.graph = graph;
      this.positionOfRow = new int[graph.size()];
      Arrays.fill(positionOfRow, -1);
    }

    AffinityBlock cut(int[] rows) {
      return cut(rows, (from, to, affinity) -> affinity);
    }

    AffinityBlock cut(int[] rows, EntryWeights entryWeights) {
      int capacity = 0;
      for (int p = 0; p < rows.length; p++) {
        positionOfRow[rows[p]] = p;
        capacity += graph.degree(rows[p]);
      }
      int[] from = new int[capacity];
      int[] to = new int[capacity];
      float[] weights = new float[capacity];
      int count = 0;
      for (int p = 0; p < rows.length; p++) {
        for (int e = graph.begin(rows[p]); e < graph.end(rows[p]); e++) {
          int other = positionOfRow[graph.neighborAt(e)];
          float weight = other < 0 ? 0 : entryWeights.weight(p, other, graph.weightAt(e));
          if (weight > 0) {
            from[count] = p;
            to[count] = other;
            weights[count++] = weight;
          }
        }
      }
      for (int row : rows) {
        positionOfRow[row] = -1;
      }
      return new AffinityBlock(from, to, weights, count);
    }
  }
}
