package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import org.junit.jupiter.api.Test;

class EjectionChainsTest {

  /** Three pairs, each row in the block of the next pair's partner: all must move round at once. */
  @Test
  void fullBlocksPassRowsRoundInACircle() {
    WeightedGraph pairs =
        WeightedGraph.of(
            Graphs.of(6)
                .edge(0, 1, 9)
                .edge(2, 3, 9)
                .edge(4, 5, 9)
                .edge(1, 2, 1)
                .edge(3, 4, 1)
                .edge(5, 0, 1)
                .graph());
    int[] blockOf = {0, 1, 1, 2, 2, 0};
    try (Parallel parallel = new Parallel(1)) {
      new BlockExchange(pairs, blockOf, 3, 2).refine(new Seed(1), parallel);
    }
    int[] partner = {blockOf[1], blockOf[0], blockOf[3], blockOf[2], blockOf[5], blockOf[4]};
    assertArrayEquals(blockOf, partner);
  }

  @Test
  void whatIsAlreadyBestStays() {
    WeightedGraph cliques = WeightedGraph.of(Graphs.cliques(3, 4, 0.1).graph());
    int[] blockOf = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    try (Parallel parallel = new Parallel(1)) {
      new BlockExchange(cliques, blockOf, 3, 5).refine(new Seed(1), parallel);
    }
    assertArrayEquals(new int[] {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, blockOf);
  }

  /** Chains that are undone must leave the notes as they were, and those that stay renew them. */
  @Test
  void whatIsNotedOfARowIsWhatANewLookFinds() {
    for (int trial = 0; trial < 20; trial++) {
      Seed seed = new Seed(trial);
      WeightedGraph graph = WeightedGraph.of(Graphs.random(400, 2400, seed.random()));
      int[] blockOf = new int[400];
      for (int i = 0; i < 400; i++) {
        blockOf[i] = i % 40;
      }
      ExchangeNotes notes = new ExchangeNotes(400);
      BlockMembers blocks = new BlockMembers(blockOf, 40, 10 + trial % 2);
      EjectionChains chains = new EjectionChains(graph, blocks, notes, 0, 40);
      int[] order = chains.rowsInRandomOrder(seed.random());
      chains.lookAhead(0, 400);
      double before = Graphs.cut(graph, blockOf);
      double saved = chains.round(order) + chains.round(order);
      assertEquals(before - Graphs.cut(graph, blockOf), saved, 1e-5 * before, seed.toString());
      int known = 0;
      for (int row = 0; row < 400; row++) {
        if (!Float.isNaN(notes.bestGain[row])) {
          known++;
          double gain = bestGain(graph, blockOf, row);
          assertEquals(gain, notes.bestGain[row], 1e-5 * Math.abs(gain), seed + ", row " + row);
        }
      }
      assertTrue(known > 20, seed + ": " + known);
    }
  }

  private static double bestGain(WeightedGraph graph, int[] blockOf, int row) {
    double[] pull = new double[40];
    for (int e = graph.offsets[row]; e < graph.offsets[row + 1]; e++) {
      pull[blockOf[graph.neighbors[e]]] += graph.weights[e];
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int block = 0; block < 40; block++) {
      if (block != blockOf[row] && pull[block] > 0) {
        best = Math.max(best, pull[block] - pull[blockOf[row]]);
      }
    }
    return best;
  }
}
