package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Seed;
import org.junit.jupiter.api.Test;

class CoarseningTest {
  @Test
  void aCutWeighsTheSameAtEveryLevel() {
    WeightedGraph grid = WeightedGraph.of(Graphs.grid(40, 30));
    Coarsening levels = new Coarsening(grid, 100, new Seed(1).random());
    assertTrue(levels.graph(levels.top()).size() <= 100);
    int[] pieceOf = new int[levels.graph(levels.top()).size()];
    for (int node = 0; node < pieceOf.length; node++) {
      pieceOf[node] = node % 3;
    }
    double cut = Graphs.cut(levels.graph(levels.top()), pieceOf);
    for (int level = levels.top() - 1; level >= 0; level--) {
      int[] finer = new int[levels.pairOf(level).length];
      for (int node = 0; node < finer.length; node++) {
        finer[node] = pieceOf[levels.pairOf(level)[node]];
      }
      pieceOf = finer;
      assertEquals(1200, levels.graph(level).totalNodeWeight);
      assertEquals(cut, Graphs.cut(levels.graph(level), pieceOf), 1e-6);
    }
  }
}
