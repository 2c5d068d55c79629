package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class MetisPartitionerTest extends PartitionLaws {
  @Override
  Partitioner partitioner() {
    return new MetisPartitioner();
  }

  @BeforeEach
  void metisIsNeeded(TestInfo test) {
    String missing = "";
    try {
      MetisLibrary.open();
    } catch (BadInputException e) {
      missing = e.getMessage();
    }
    assumeTrue(missing.isEmpty(), "skipped " + test.getDisplayName() + ": " + missing);
  }

  @Test
  void aMissingLibraryIsSaidWithTheWayOut() {
    BadInputException e =
        assertThrows(BadInputException.class, () -> MetisLibrary.load("metis-nowhere"));
    assertTrue(e.getMessage().contains("apt install libmetis5"), e.getMessage());
    assertTrue(e.getMessage().contains("--partitioner multilevel"), e.getMessage());
  }

  @Test
  void weightsDecideNotCounts() {
    Graphs ring = Graphs.of(8);
    for (int i = 0; i < 8; i++) {
      ring.edge(i, (i + 1) % 8, i % 4 == 3 ? 0.1 : 0.5);
    }
    Partition partition = cut(ring.graph(), 2, 0, new Seed(1), 1);
    assertEquals(0.2, PartitionQuality.of(ring.graph(), partition).cutWeight(), 1e-6);
  }

  @Test
  void neighborhoodsAreCutFarLessThanByChance() {
    AffinityGraph graph = Graphs.neighbors(4000, 8, new Seed(11).random());
    for (int blockSize : new int[] {26, 64, 256, 1024}) {
      Partition partition = cut(graph, graph.size() / blockSize, 0.05, new Seed(2), 1);
      assertTrue(PartitionQuality.of(graph, partition).cutShare() < 0.5, "blocks of " + blockSize);
    }
  }

  @Test
  void anotherSeedCutsElsewhere() {
    AffinityGraph graph = Graphs.neighbors(2000, 8, new Seed(11).random());
    assertNotEquals(
        cut(graph, 77, 0.05, new Seed(1), 1).fingerprint(),
        cut(graph, 77, 0.05, new Seed(2), 1).fingerprint());
  }
}
