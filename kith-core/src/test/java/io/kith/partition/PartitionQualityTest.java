package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.graph.AffinityGraph;
import org.junit.jupiter.api.Test;

class PartitionQualityTest {

  /** A square 0-1-2-3-0 with the weights 4, 1, 2, 3; the rows 0, 1, 3 are one block. */
  @Test
  void aSquareWorkedByHand() {
    AffinityGraph square =
        Graphs.of(4).edge(0, 1, 4).edge(1, 2, 1).edge(2, 3, 2).edge(3, 0, 3).graph();
    Partition partition = new Partition(new int[] {0, 0, 1, 0}, 2, square.fingerprint());
    PartitionQuality quality = PartitionQuality.of(square, partition);
    assertEquals(3, quality.cutWeight());
    assertEquals(0.3, quality.cutShare(), 1e-12);
    assertEquals(1.5, quality.balance());
    assertEquals(1, quality.smallestBlock());
    assertEquals(3, quality.largestBlock());
    assertEquals(0.5, quality.connectivity()); // two of the four edges
  }

  @Test
  void aGraphWithoutEdgesHasNothingToCut() {
    AffinityGraph graph = Graphs.isolated(3);
    Partition partition = new Partition(new int[] {0, 1, 1}, 2, graph.fingerprint());
    PartitionQuality quality = PartitionQuality.of(graph, partition);
    assertEquals(0, quality.cutShare());
    assertEquals(0, quality.connectivity());
  }

  @Test
  void aPartitionOfAnotherGraphIsRefused() {
    Partition partition = new Partition(new int[] {0, 1, 1}, 2, Graphs.path(3).fingerprint());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> PartitionQuality.of(Graphs.isolated(3), partition));
    assertTrue(e.getMessage().startsWith("partition must be of this graph"), e.getMessage());
  }
}
