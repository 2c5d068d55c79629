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

  /** A round that adds a smaller share than this to what is saved is the last. */
  private static final double WORTHWHILE = 0.1;

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
            EjectionChains range = chains(part(count, r, ranges), part(count, r + 1, ranges));
            int[] order = range.rowsInRandomOrder(seed.derive(r).random());
            refine(range, order, () -> {});
            range.forgetBorder(order);
          });
    }
    EjectionChains all = chains(0, count);
    refine(all, all.rowsInRandomOrder(seed.random()), () -> lookAhead(parallel));
  }

  private static void refine(EjectionChains chains, int[] order, Runnable beforeRound) {
    double saved = 0;
    double last = Double.POSITIVE_INFINITY;
    for (int round = 0; round < ROUNDS && last > WORTHWHILE * saved; round++) {
      beforeRound.run();
      last = chains.round(order);
      saved += last;
    }
  }

  /** Looking is most of the work, and changes no block, so that threads can share it. */
  private void lookAhead(Parallel parallel) {
    int rows = graph.size();
    int tasks = Math.min(MOST_RANGES, 1 + rows / ROWS_OF_RANGE);
    parallel.run(
        tasks,
        t -> chains(0, blocks.blocks()).lookAhead(part(rows, t, tasks), part(rows, t + 1, tasks)));
  }

  /** Where the i-th of so many equal parts begins. */
  private static int part(int whole, int i, int parts) {
    return (int) ((long) whole * i / parts);
  }

  private EjectionChains chains(int first, int end) {
    return new EjectionChains(graph, blocks, notes, first, end);
  }
}
