package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import org.junit.jupiter.api.Test;

class PieceRefinementTest {

  /** Two cliques, one node of each in the other's piece, and room for one node more. */
  @Test
  void strayNodesComeHome() {
    WeightedGraph cliques = WeightedGraph.of(Graphs.cliques(2, 6, 0.1).graph());
    int[] pieceOf = {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0};
    refine(cliques, pieceOf, new int[] {0, 1, 2}, 7, 1);
    assertArrayEquals(new int[] {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, pieceOf);
  }

  /** A path, heavier to the left, whose left end has 6 of 8 nodes although a block may have 5. */
  @Test
  void aPieceThatIsTooHeavyGivesAwayAtALoss() {
    Graphs path = Graphs.of(8);
    for (int i = 0; i < 7; i++) {
      path.edge(i, i + 1, 7 - i);
    }
    int[] pieceOf = {0, 0, 0, 0, 0, 0, 1, 1};
    refine(WeightedGraph.of(path.graph()), pieceOf, new int[] {0, 1, 2}, 5, 1);
    assertArrayEquals(new int[] {0, 0, 0, 0, 0, 1, 1, 1}, pieceOf);
  }

  @Test
  void theCutNeverGrowsWhilePiecesAreWithinTheirLimits() {
    for (int trial = 0; trial < 20; trial++) {
      Seed seed = new Seed(trial);
      WeightedGraph graph = WeightedGraph.of(Graphs.random(6000, 20000, seed.random()));
      int[] pieceOf = new int[6000];
      for (int i = 0; i < pieceOf.length; i++) {
        pieceOf[i] = i % 12;
      }
      int[] firstBlocks = new int[13]; // 12 pieces of 4 blocks of 125 rows
      for (int p = 0; p <= 12; p++) {
        firstBlocks[p] = 4 * p;
      }
      double before = Graphs.cut(graph, pieceOf);
      int[] together = pieceOf.clone();
      refine(graph, pieceOf, firstBlocks, 140, 1);
      refine(graph, together, firstBlocks, 140, 3);
      assertArrayEquals(pieceOf, together, seed.toString());
      assertTrue(Graphs.cut(graph, pieceOf) < 0.9 * before, seed.toString());
      int[] sizes = new int[12];
      for (int piece : pieceOf) {
        sizes[piece]++;
      }
      for (int size : sizes) { // 500 * 1.12^(4/6) = 539.2; as much below is 460.8
        assertTrue(size >= 460 && size <= 539, seed + ": " + size);
      }
    }
  }

  private static void refine(
      WeightedGraph graph, int[] pieceOf, int[] firstBlocks, int largest, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      new PieceRefinement(graph, pieceOf, firstBlocks, largest).refine(parallel);
    }
  }
}
