package io.kith.batch;

import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Graphs to batch: rows of some classes, joined at random, mostly within their class. */
final class Planted {
  private Planted() {}

  /** Row i is of class i * classes / rows. */
  static AffinityGraph graph(int rows, int classes, double astray, SplittableRandom random) {
    List<TreeMap<Integer, Float>> edges =
        IntStream.range(0, rows).mapToObj(i -> new TreeMap<Integer, Float>()).toList();
    for (int i = 0; i < rows; i++) {
      for (int t = 0; t < 4; t++) {
        int first = (int) ((long) classOf(i, rows, classes) * rows / classes);
        boolean stray = random.nextDouble() < astray;
        int other = stray ? random.nextInt(rows) : first + random.nextInt(rows / classes);
        if (other != i) {
          float weight = (float) random.nextDouble(0.1, 1);
          edges.get(i).put(other, weight);
          edges.get(other).put(i, weight);
        }
      }
    }
    int[] offsets = new int[rows + 1];
    for (int i = 0; i < rows; i++) {
      offsets[i + 1] = offsets[i] + edges.get(i).size();
    }
    int[] neighbors =
        edges.stream().flatMapToInt(e -> e.keySet().stream().mapToInt(j -> j)).toArray();
    float[] weights = new float[neighbors.length];
    int at = 0;
    for (TreeMap<Integer, Float> of : edges) {
      for (float weight : of.values()) {
        weights[at++] = weight;
      }
    }
    return new AffinityGraph(offsets, neighbors, weights);
  }

  static Labels labels(int rows, int classes) {
    int[] labels = new int[rows];
    Arrays.setAll(labels, i -> classOf(i, rows, classes));
    return new Labels(labels, IntStream.range(0, classes).mapToObj(c -> "c" + c).toList());
  }

  /** Blocks of consecutive rows. */
  static Partition runs(AffinityGraph graph, int blocks) {
    int[] block = new int[graph.size()];
    Arrays.setAll(block, i -> (int) ((long) i * blocks / graph.size()));
    return new Partition(block, blocks, graph.fingerprint());
  }

  private static int classOf(int row, int rows, int classes) {
    return (int) ((long) row * classes / rows);
  }
}
