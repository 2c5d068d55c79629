package io.kith.partition;

import java.util.Arrays;

/**
 * What a search knows of each row, so that it looks again only where something has changed.
 *
 * <p>Tasks may share it when each writes only the notes of rows that are its own.
 */
final class ExchangeNotes {
  static final float UNKNOWN = Float.NaN; // neither more nor less than any gain

  /** The most that moving the row can save, to whatever block, full or not. */
  final float[] bestGain;

  /** The row was tried, and nothing has moved near it since. */
  final boolean[] tried;

  ExchangeNotes(int rows) {
    bestGain = new float[rows];
    tried = new boolean[rows];
    Arrays.fill(bestGain, UNKNOWN);
  }
}
