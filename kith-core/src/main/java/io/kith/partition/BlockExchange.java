package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Seed;

/**
 * Makes the cut between all blocks lighter by handing rows on from block to block.
 *
 * <p>Ranges of blocks are searched at the same time, each by one task that leaves all other blocks
 * alone ({@link EjectionChains}); then one task looks across the ranges at what they could not see.
 * Blocks that were cut apart last have neighbouring numbers, so most of the search is in the first
 * part. The ranges depend on the number of rows alone, not on the threads.
 */
final class BlockExchange {
  private static final int ROWS_OF_RANGE = 8_000;
  private static final int MOST_RANGES = 64;
  private static final int ROUNDS = 8;

  private final WeightedGraph graph;
  private final BlockMembers blocks;
  private final ExchangeNotes notes;

  /** Changes {@code blockOf} in place; needs nodes of weight one. */
  BlockExchange(WeightedGraph graph, int[] blockOf, int blocks, int limit) {
    this.graph = graph;
    this.blocks = new BlockMembers(blockOf, blocks, limit);
    this.notes = new ExchangeNotes(blockOf.length);
  }

  void refine(Seed seed, Parallel parallel) {
    int count = blocks.blocks();
    int ranges = Math.min(Math.min(MOST_RANGES, count / 2), graph.size() / ROWS_OF_RANGE);
    if (ranges > 1) {
      parallel.run(
          ranges,
          r -> {
            int first = (int) ((long) count * r / ranges);
            int end = (int) ((long) count * (r + 1) / ranges);
            chains(first, end).refine(ROUNDS, seed.derive(r).random());
          });
    }
    chains(0, count).refine(ROUNDS, seed.random());
  }

  private EjectionChains chains(int first, int end) {
    return new EjectionChains(graph, blocks, notes, first, end);
  }
}
