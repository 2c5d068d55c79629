package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

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
}
