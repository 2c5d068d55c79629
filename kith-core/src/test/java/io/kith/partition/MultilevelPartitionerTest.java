package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MultilevelPartitionerTest extends PartitionLaws {
  @Override
  Partitioner partitioner() {
    return new MultilevelPartitioner();
  }

  /** Two triangles joined by a light edge, and the two ways to halve them: cut 1, or 4 and more. */
  @Test
  void twoTrianglesArePartedAtTheirBridge() {
    AffinityGraph graph =
        Graphs.of(6)
            .edge(0, 2, 2)
            .edge(2, 4, 2)
            .edge(4, 0, 2)
            .edge(1, 3, 2)
            .edge(3, 5, 2)
            .edge(5, 1, 2)
            .edge(0, 1, 1)
            .graph();
    Partition partition = cut(graph, 2, 0, new Seed(1), 1);
    assertEquals(1, PartitionQuality.of(graph, partition).cutWeight());
  }

  @Test
  void weightsDecideNotCounts() {
    // A square whose opposite sides weigh 5 and 1: the lighter pair must be cut.
    AffinityGraph square =
        Graphs.of(4).edge(0, 1, 5).edge(1, 2, 1).edge(2, 3, 5).edge(3, 0, 1).graph();
    Partition partition = cut(square, 2, 0, new Seed(1), 1);
    assertEquals(2, PartitionQuality.of(square, partition).cutWeight());
  }

  @Test
  void plantedCliquesAreFoundExactly() {
    for (int[] shape : new int[][] {{8, 26}, {64, 26}, {37, 20}, {5, 64}}) {
      for (int trial = 0; trial < 3; trial++) {
        Seed seed = new Seed(trial);
        AffinityGraph graph = shuffledCliques(shape[0], shape[1], seed.random());
        Partition partition = cut(graph, shape[0], 0.05, seed, 2);
        double expected = 0.1 * (shape[0] - 1);
        assertEquals(
            expected,
            PartitionQuality.of(graph, partition).cutWeight(),
            1e-4,
            shape[0] + " cliques of " + shape[1] + ", " + seed);
      }
    }
  }

  /** Cliques joined in a row by light edges, their nodes numbered at random. */
  private static AffinityGraph shuffledCliques(int count, int size, SplittableRandom random) {
    int[] name = new Seed(random.nextLong()).permutation(count * size);
    Graphs graph = Graphs.of(count * size);
    for (int i = 0; i < count * size; i++) {
      for (int j = i - i % size; j < i; j++) {
        graph.edge(name[i], name[j], 1);
      }
      if (i % size == 0 && i > 0) {
        graph.edge(name[i], name[i - 1], 0.1);
      }
    }
    return graph.graph();
  }

  @Test
  void neighborhoodsAreCutFarLessThanByChance() {
    AffinityGraph graph = Graphs.neighbors(4000, 8, new Seed(11).random());
    for (int blockSize : new int[] {26, 64, 256, 1024}) {
      int blocks = graph.size() / blockSize;
      double kept = kept(graph, cut(graph, blocks, 0.05, new Seed(2), 2));
      double chance =
          kept(
              graph,
              new RandomPartitioner()
                  .partition(
                      graph,
                      blocks,
                      0.05,
                      new Seed(2),
                      new io.kith.base.Parallel(1),
                      io.kith.base.Progress.NONE));
      assertTrue(kept > 0.5 && kept > 2 * chance, blockSize + ": " + kept + " against " + chance);
    }
  }

  private static double kept(AffinityGraph graph, Partition partition) {
    return 1 - PartitionQuality.of(graph, partition).cutShare();
  }

  @Test
  void aGridIsCutNearlyStraight() {
    // 64 squares of 8 by 8 cut 2 * 64 * 7 = 896 of the 8,064 edges; a fifth more is allowed.
    AffinityGraph grid = Graphs.grid(64, 64);
    double cut = PartitionQuality.of(grid, cut(grid, 64, 0.05, new Seed(1), 2)).cutWeight();
    assertTrue(cut < 1.2 * 896, "cut " + cut);
  }
}
