package io.kith.batch;

import io.kith.graph.AffinityGraph;
import java.util.SplittableRandom;

/**
 * How much affinity weight lies between each pair of groups of rows: meta-batches, or blocks.
 *
 * <p>Immutable; threads may share it.
 */
final class GroupGraph {
  private final GroupLinks[] links;

  GroupGraph(AffinityGraph graph, int[] groupOfRow, int[][] rowsOfGroup) {
    links = new GroupLinks[rowsOfGroup.length];
    GroupLinks.Sum sum = new GroupLinks.Sum(links.length);
    for (int g = 0; g < links.length; g++) {
      for (int row : rowsOfGroup[g]) {
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          int other = groupOfRow[graph.neighborAt(e)];
          if (other != g) {
            sum.add(other, graph.weightAt(e));
          }
        }
      }
      links[g] = sum.take();
    }
  }

  int size() {
    return links.length;
  }

  /** The groups that a group has edges to, ascending; the caller must not change the array. */
  int[] neighbors(int group) {
    return links[group].neighbors();
  }

  /** The weight to the i-th of a group's neighbours. */
  double weightAt(int group, int i) {
    return links[group].weightAt(i);
  }

  /** The weight between a group and all others. */
  double total(int group) {
    return links[group].total();
  }

  /** The affinity weight between two different groups. */
  double weight(int group, int other) {
    return links[group].weight(other);
  }

  /** The groups as nodes; both directions of an edge get the very same weight. */
  AffinityGraph asGraph() {
    int[] offsets = new int[size() + 1];
    for (int g = 0; g < size(); g++) {
      offsets[g + 1] = offsets[g] + neighbors(g).length;
    }
    int[] ends = new int[offsets[size()]];
    float[] sums = new float[ends.length];
    for (int g = 0; g < size(); g++) {
      for (int i = 0; i < neighbors(g).length; i++) {
        int other = neighbors(g)[i];
        double weight = other < g ? weight(other, g) : weightAt(g, i);
        ends[offsets[g] + i] = other;
        sums[offsets[g] + i] = (float) Math.min(weight, Float.MAX_VALUE);
      }
    }
    return new AffinityGraph(offsets, ends, sums);
  }

  /** Draws a neighbour with probability proportional to the weight between the two. */
  int draw(int group, SplittableRandom random) {
    return links[group].draw(random);
  }
}
