package io.kith.bench;

import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Rows of the paper's shape with a graph that is made up, for what costs the same whatever the
 * graph says: 351 features, 39 classes, about 16 neighbours each, blocks of 26, one row in 50
 * labelled.
 *
 * <p>Three in ten neighbours lie in the row's own block, the others anywhere, which is the worst
 * case for caches.
 */
final class MadeUpRows {
  static final int FEATURES = 351;
  static final int CLASSES = 39;
  private static final int BLOCK = 26;
  private static final int DEGREE = 16;

  private final AffinityGraph graph;
  private final Partition blocks;
  private final Labels labels;
  private final Seed seed;

  MadeUpRows(int rows, Seed seed) {
    this.seed = seed;
    graph = graph(rows, seed.random());
    int[] block = new int[rows];
    Arrays.setAll(block, i -> i / BLOCK);
    blocks = new Partition(block, (rows + BLOCK - 1) / BLOCK, graph.fingerprint());
    int[] classes = new int[rows];
    Arrays.setAll(classes, i -> i % 50 == 0 ? i % CLASSES : Labels.UNLABELED);
    labels = new Labels(classes, IntStream.range(0, CLASSES).mapToObj(c -> "c" + c).toList());
  }

  AffinityGraph graph() {
    return graph;
  }

  Labels labels() {
    return labels;
  }

  MetaBatchPlan plan(BatchOptions options) {
    return MetaBatchPlan.of(graph, blocks, labels, options, seed);
  }

  /** Every row is joined with others of its block and with rows anywhere. */
  private static AffinityGraph graph(int rows, SplittableRandom random) {
    int chosen = DEGREE / 2; // each edge is a neighbour at both of its ends
    long[] edges = new long[2 * rows * chosen];
    int count = 0;
    for (int i = 0; i < rows; i++) {
      for (int t = 0; t < chosen; t++) {
        int first = i - i % BLOCK;
        int j =
            random.nextInt(10) < 3
                ? Math.min(rows - 1, first + random.nextInt(BLOCK))
                : random.nextInt(rows);
        if (j != i) {
          edges[count++] = (long) i << 32 | j;
          edges[count++] = (long) j << 32 | i;
        }
      }
    }
    edges = Arrays.copyOf(edges, count);
    Arrays.parallelSort(edges);
    int[] offsets = new int[rows + 1];
    int[] neighbors = new int[count];
    int kept = 0;
    for (int e = 0; e < count; e++) {
      if (e == 0 || edges[e] != edges[e - 1]) {
        neighbors[kept++] = (int) edges[e];
        offsets[(int) (edges[e] >>> 32) + 1]++;
      }
    }
    for (int i = 0; i < rows; i++) {
      offsets[i + 1] += offsets[i];
    }
    float[] weights = new float[kept];
    Arrays.fill(weights, 0.6f);
    return new AffinityGraph(offsets, Arrays.copyOf(neighbors, kept), weights);
  }
}
