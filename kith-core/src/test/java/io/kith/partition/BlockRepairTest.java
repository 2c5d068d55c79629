package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BlockRepairTest {

  @Test
  void aValidPartitionIsLeftAlone() {
    int[] blockOf = {0, 1, 0, 1, 2, 2};
    new BlockRepair(Graphs.clique(6), RowWeights.ones(6), blockOf, 3, 2).repair();
    assertArrayEquals(new int[] {0, 1, 0, 1, 2, 2}, blockOf);
  }

  /** A path 0-1-2-3-4-5, its first four rows in one block of at most three: row 3 must go. */
  @Test
  void theRowThatBelongsElsewhereLeaves() {
    int[] blockOf = {0, 0, 0, 0, 1, 1};
    new BlockRepair(Graphs.path(6), RowWeights.ones(6), blockOf, 2, 3).repair();
    assertArrayEquals(new int[] {0, 0, 0, 1, 1, 1}, blockOf);
  }

  @Test
  void anEmptyBlockIsGivenTheLoosestRowOfTheLargest() {
    AffinityGraph graph = Graphs.of(5).edge(0, 1, 3).edge(1, 2, 1).edge(3, 4, 1).graph();
    int[] blockOf = {0, 0, 0, 2, 2};
    new BlockRepair(graph, RowWeights.ones(graph.size()), blockOf, 3, 3).repair();
    assertArrayEquals(new int[] {0, 0, 1, 2, 2}, blockOf);
  }

  @Test
  void whateverItIsGivenItReturnsFullBlocks() {
    for (int trial = 0; trial < 200; trial++) {
      Seed seed = new Seed(trial);
      SplittableRandom random = seed.random();
      int n = random.nextInt(1, 300);
      int blocks = random.nextInt(1, n + 1);
      AffinityGraph graph = Graphs.random(n, 3 * n, random);
      int used = random.nextInt(1, blocks + 1);
      int[] blockOf = new int[n];
      for (int i = 0; i < n; i++) {
        blockOf[i] = random.nextInt(used);
      }
      int limit = Partitioner.largestAllowed(n, blocks, 0.05);
      new BlockRepair(graph, RowWeights.ones(graph.size()), blockOf, blocks, limit).repair();
      Partition partition = new Partition(blockOf, blocks, graph.fingerprint());
      assertTrue(
          PartitionQuality.of(graph, partition).largestBlock() <= limit, seed + ", " + blocks);
      assertEquals(blocks, partition.blockCount());
    }
  }
}
