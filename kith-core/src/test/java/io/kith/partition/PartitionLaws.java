package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every partitioner promises, checked on many graphs; each has a test that extends this. */
abstract class PartitionLaws {
  private static final double[] IMBALANCES = {0, 0.03, 0.05, 0.5};

  abstract Partitioner partitioner();

  @Test
  void awkwardGraphsAreCutIntoFullBlocks() {
    Map<String, AffinityGraph> graphs = new LinkedHashMap<>();
    graphs.put("one node", Graphs.isolated(1));
    graphs.put("isolated nodes", Graphs.isolated(101));
    graphs.put("path", Graphs.path(97));
    graphs.put("star", Graphs.star(500));
    graphs.put("clique", Graphs.clique(70));
    graphs.put("separate cliques", Graphs.cliques(13, 9, 0).graph());
    graphs.put("grid", Graphs.grid(31, 17));
    graphs.put("one huge weight", Graphs.cliques(10, 12, 0.5).edge(3, 77, 1e30).graph());
    graphs.put("tiny weights", Graphs.cliques(4, 30, 1e-38).edge(3, 77, 1e-30).graph());
    graphs.put("some isolated", Graphs.of(300).edge(0, 1, 1).edge(1, 2, 2).graph());
    for (Map.Entry<String, AffinityGraph> graph : graphs.entrySet()) {
      int n = graph.getValue().size();
      for (int blocks : new int[] {1, 2, 3, n / 26, n / 7, n / 2, 2 * n / 3, n - 1, n}) {
        if (blocks >= 1 && blocks <= n) {
          for (double imbalance : IMBALANCES) {
            requireLaws(graph.getKey(), graph.getValue(), blocks, imbalance, new Seed(1));
          }
        }
      }
    }
  }

  @Test
  void randomGraphsAreCutIntoFullBlocks() {
    for (int trial = 0; trial < 150; trial++) {
      Seed seed = new Seed(trial);
      SplittableRandom random = seed.random();
      int n = random.nextInt(1, 1500);
      AffinityGraph graph = Graphs.random(n, random.nextInt(6 * n), random);
      int blocks = random.nextBoolean() ? random.nextInt(1, n + 1) : 1 + n / 26;
      requireLaws("random", graph, blocks, IMBALANCES[trial % 4], seed);
    }
  }

  @Test
  void moreBlocksThanRowsAreRefused() {
    for (int blocks : new int[] {-1, 0, 8}) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> cut(Graphs.path(7), blocks, 0.05, new Seed(1), 1));
      assertEquals(
          "blocks must be within 1..7, the number of rows, but was " + blocks, e.getMessage());
    }
  }

  @Test
  void theNumberOfThreadsDoesNotMatter() {
    AffinityGraph graph = Graphs.neighbors(3000, 8, new Seed(5).random());
    for (int blocks : new int[] {3, 115}) {
      int[] alone = cut(graph, blocks, 0.05, new Seed(3), 1).blockOfRows();
      for (int threads : new int[] {2, 4}) {
        Partition together = cut(graph, blocks, 0.05, new Seed(3), threads);
        assertEquals(new Partition(alone, blocks, "").fingerprint(), print(together, blocks));
      }
    }
  }

  private static String print(Partition partition, int blocks) {
    return new Partition(partition.blockOfRows(), blocks, "").fingerprint();
  }

  @Test
  void progressEndsWithEveryRow() {
    long[] last = new long[2];
    Progress progress =
        (stage, done, total, unit) -> {
          last[0] = done;
          last[1] = total;
        };
    try (Parallel parallel = new Parallel(1)) {
      partitioner().partition(Graphs.grid(9, 9), 5, 0.05, new Seed(1), parallel, progress);
    }
    assertTrue(last[1] > 0 && last[0] == last[1], last[0] + " of " + last[1]);
  }

  Partition cut(AffinityGraph graph, int blocks, double imbalance, Seed seed, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return partitioner().partition(graph, blocks, imbalance, seed, parallel, Progress.NONE);
    }
  }

  private void requireLaws(
      String name, AffinityGraph graph, int blocks, double imbalance, Seed seed) {
    String what = name + ", " + blocks + " blocks, imbalance " + imbalance + ", " + seed;
    Partition partition;
    try {
      partition = cut(graph, blocks, imbalance, seed, 1);
    } catch (RuntimeException e) {
      throw new AssertionError(what, e);
    }
    assertEquals(graph.size(), partition.size(), what);
    assertEquals(blocks, partition.blockCount(), what); // Partition itself refuses empty blocks
    assertEquals(graph.fingerprint(), partition.graphFingerprint(), what);
    int largest = PartitionQuality.of(graph, partition).largestBlock();
    int allowed = Partitioner.largestAllowed(graph.size(), blocks, imbalance);
    assertTrue(largest <= allowed, what + ": " + largest + " rows, but allowed " + allowed);
  }
}
