package io.kith.batch;

import io.kith.graph.AffinityGraph;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How much affinity weight lies between each pair of groups of rows: meta-batches, or blocks.
 *
 * <p>Immutable; threads may share it.
 */
final class GroupGraph {
  private final int[][] neighbors;
  private final double[][] weights;
  private final double[] totals;

  GroupGraph(AffinityGraph graph, int[] groupOfRow, int[][] rowsOfGroup) {
    int groups = rowsOfGroup.length;
    neighbors = new int[groups][];
    weights = new double[groups][];
    totals = new double[groups];
    double[] weightTo = new double[groups];
    int[] touched = new int[groups];
    for (int g = 0; g < groups; g++) {
      int count = 0;
      for (int row : rowsOfGroup[g]) {
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          int other = groupOfRow[graph.neighborAt(e)];
          if (other != g) {
            if (weightTo[other] == 0) {
              touched[count++] = other;
            }
            weightTo[other] += graph.weightAt(e);
          }
        }
      }
      neighbors[g] = Arrays.copyOf(touched, count);
      Arrays.sort(neighbors[g]);
      weights[g] = new double[count];
      for (int i = 0; i < count; i++) {
        weights[g][i] = weightTo[neighbors[g][i]];
        totals[g] += weights[g][i];
        weightTo[neighbors[g][i]] = 0;
      }
    }
  }

  int size() {
    return neighbors.length;
  }

  /** The groups that a group has edges to, ascending; the caller must not change the array. */
  int[] neighbors(int group) {
    return neighbors[group];
  }

  /** The weight to the i-th of a group's neighbours. */
  double weightAt(int group, int i) {
    return weights[group][i];
  }

  /** The weight between a group and all others. */
  double total(int group) {
    return totals[group];
  }

  /** The affinity weight between two different groups. */
  double weight(int group, int other) {
    int at = Arrays.binarySearch(neighbors[group], other);
    return at < 0 ? 0 : weights[group][at];
  }

  /** The groups as nodes; both directions of an edge get the very same weight. */
  AffinityGraph asGraph() {
    int[] offsets = new int[size() + 1];
    for (int g = 0; g < size(); g++) {
      offsets[g + 1] = offsets[g] + neighbors[g].length;
    }
    int[] ends = new int[offsets[size()]];
    float[] sums = new float[ends.length];
    for (int g = 0; g < size(); g++) {
      for (int i = 0; i < neighbors[g].length; i++) {
        int other = neighbors[g][i];
        double weight = other < g ? weight(other, g) : weights[g][i];
        ends[offsets[g] + i] = other;
        sums[offsets[g] + i] = (float) Math.min(weight, Float.MAX_VALUE);
      }
    }
    return new AffinityGraph(offsets, ends, sums);
  }

  /** Draws a neighbour with probability proportional to the weight between the two. */
  int draw(int group, SplittableRandom random) {
    double left = random.nextDouble() * totals[group];
    int at = 0;
    while (at < neighbors[group].length - 1 && left >= weights[group][at]) {
      left -= weights[group][at++];
    }
    return neighbors[group][at];
  }
}
