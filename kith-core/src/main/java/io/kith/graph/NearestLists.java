package io.kith.graph;

import java.util.Arrays;

/**
 * The best candidates of every row so far: the lowest scores, and of equal scores the lowest ids.
 *
 * <p>What the lists hold in the end does not depend on the order in which candidates come, nor on
 * how often, so any number of threads may offer at once. A candidate offered with two scores (two
 * tiles round differently) counts with the lower one.
 *
 * <p>A candidate is one long, score before id, that sorts as they should. A reader that comes
 * without the lock may see an entry that is out of date; it is then too large, which costs an offer
 * in vain and nothing else.
 */
public final class NearestLists {
  /** No candidate yet: after all others. */
  private static final long NONE = Long.MAX_VALUE;

  /** Shared by all lists: a row is locked by its number, and never two at a time. */
  private static final Object[] LOCKS = new Object[1 << 10];

  static {
    Arrays.setAll(LOCKS, i -> new Object());
  }

  private final int length;
  private final long[] entries;

  public NearestLists(int rows, int length) {
    this.length = length;
    this.entries = new long[Math.multiplyExact(rows, length)];
    Arrays.fill(entries, NONE);
  }

  int rows() {
    return entries.length / length;
  }

  int length() {
    return length;
  }

  /** A candidate of a higher score than this has no chance. */
  float worst(int row) {
    return score(entries[(row + 1) * length - 1]);
  }

  /** The candidate at a rank, or -1 where there is none. */
  public int id(int row, int rank) {
    long entry = entries[row * length + rank];
    return entry == NONE ? -1 : (int) entry;
  }

  /** The score at a rank, infinite where there is no candidate. */
  public float score(int row, int rank) {
    return score(entries[row * length + rank]);
  }

  /** The best {@code count} candidates of all rows now, row after row, -1 where there is none. */
  int[] ids(int count) {
    int[] ids = new int[Math.multiplyExact(rows(), count)];
    for (int e = 0; e < ids.length; e++) {
      ids[e] = id(e / count, e % count);
    }
    return ids;
  }

  /** Offers a candidate and returns the row's {@link #worst} after it. */
  public float offer(int row, float score, int id) {
    int begin = row * length;
    int last = begin + length - 1;
    long entry = entry(score, id);
    if (entry < entries[last]) {
      synchronized (LOCKS[row & (LOCKS.length - 1)]) {
        insert(begin, last, entry, id);
      }
    }
    return score(entries[last]);
  }

  private void insert(int begin, int last, long entry, int id) {
    if (entry >= entries[last]) {
      return; // another thread was faster
    }
    int at = last;
    for (int e = begin; e <= last; e++) {
      if ((int) entries[e] == id && entries[e] != NONE) {
        if (entries[e] <= entry) {
          return;
        }
        at = e;
        break;
      }
    }
    while (at > begin && entries[at - 1] > entry) {
      entries[at] = entries[at - 1];
      at--;
    }
    entries[at] = entry;
  }

  /** Flips the bits of negative floats, so that whole numbers sort as the floats do. */
  private static long entry(float score, int id) {
    int bits = Float.floatToRawIntBits(score);
    return (long) (bits ^ (bits >> 31 & 0x7fffffff)) << 32 | id;
  }

  private static float score(long entry) {
    if (entry == NONE) {
      return Float.POSITIVE_INFINITY;
    }
    int bits = (int) (entry >> 32);
    return Float.intBitsToFloat(bits ^ (bits >> 31 & 0x7fffffff));
  }
}
