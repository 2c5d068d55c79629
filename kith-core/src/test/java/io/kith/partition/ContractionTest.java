package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Seed;
import org.junit.jupiter.api.Test;

class ContractionTest {

  /** A square 0-1-2-3-0 with the weights 4, 1, 2, 3; 0 and 1 become one node. */
  @Test
  void parallelEdgesAddUp() {
    WeightedGraph square =
        WeightedGraph.of(
            Graphs.of(4).edge(0, 1, 4).edge(1, 2, 1).edge(2, 3, 2).edge(3, 0, 3).graph());
    WeightedGraph triangle = Contraction.contract(square, new int[] {0, 0, 1, 2});
    assertArrayEquals(new int[] {2, 1, 1}, triangle.nodeWeights);
    assertArrayEquals(new int[] {0, 2, 4, 6}, triangle.offsets);
    WeightedGraph pair = Contraction.contract(triangle, new int[] {0, 1, 1});
    assertArrayEquals(new int[] {0, 1, 2}, pair.offsets);
    assertEquals(4, pair.weights[0]); // 1 + 3, while 4 and 2 vanish within the nodes
    assertEquals(1, pair.neighbors[0]);
  }

  @Test
  void pairsAreOfTwoAndNotTooHeavy() {
    for (int trial = 0; trial < 30; trial++) {
      Seed seed = new Seed(trial);
      WeightedGraph graph = WeightedGraph.of(Graphs.random(200, 300, seed.random()));
      int heaviest = 1 + trial % 4;
      for (int level = 0; level < 3; level++) {
        int[] pairOf = HeavyEdgeMatching.pairs(graph, heaviest, seed.random());
        WeightedGraph coarser = Contraction.contract(graph, pairOf);
        assertEquals(200, coarser.totalNodeWeight, seed.toString());
        assertTrue(coarser.heaviestNode <= heaviest, seed.toString());
        assertTrue(2 * coarser.size() >= graph.size(), seed.toString());
        graph = coarser;
      }
    }
  }
}
