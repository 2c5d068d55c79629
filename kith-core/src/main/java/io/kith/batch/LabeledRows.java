package io.kith.batch;

import io.kith.base.Seed;

/**
 * Deals out labelled rows for the refill: every labelled row equally often, each round in a new
 * random order.
 *
 * <p>Which rows a step gets depends on its number alone, so steps may be assembled in any order.
 */
final class LabeledRows {
  private final int[] rows;
  private final Seed seed;
  private long orderedRound = -1;
  private int[] ordered;

  LabeledRows(int[] rows, Seed seed) {
    this.rows = rows;
    this.seed = seed;
  }

  /** Writes the rows of a step behind {@code at}. */
  void deal(long step, int count, int[] into, int at) {
    for (int i = 0; i < count; i++) {
      long position = step * count + i;
      into[at + i] = order(position / rows.length)[(int) (position % rows.length)];
    }
  }

  private int[] order(long round) {
    if (round != orderedRound) {
      ordered = rows.clone();
      seed.derive(round).shuffle(ordered);
      orderedRound = round;
    }
    return ordered;
  }
}
