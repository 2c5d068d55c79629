package io.kith.graph;

import java.util.Arrays;

/** Row ids with how often each was added; a hash table of primitives. */
final class CountedIds {
  /** Higher counts are all the same to {@link #mostFrequent}. */
  private static final int COUNTED = 255;

  private int[] ids = new int[1 << 12];
  private int[] counts = new int[1 << 12];
  private int size;

  CountedIds() {
    Arrays.fill(ids, -1);
  }

  /** What to do with an id. */
  @FunctionalInterface
  interface Visitor {
    void visit(int id, int count);
  }

  void add(int id, int count) {
    int at = place(id);
    if (ids[at] < 0) {
      ids[at] = id;
      size++;
    }
    counts[at] += count;
    if (2 * size > ids.length) {
      grow();
    }
  }

  /** How often an id was added. */
  int count(int id) {
    return counts[place(id)];
  }

  void forEach(Visitor visitor) {
    for (int at = 0; at < ids.length; at++) {
      if (ids[at] >= 0) {
        visitor.visit(ids[at], counts[at]);
      }
    }
  }

  /** At most so many ids, those added most often, in ascending order. */
  int[] mostFrequent(int most) {
    int least = leastCount(most);
    int[] kept = new int[Math.min(most, size)];
    int filled = take(least, Integer.MAX_VALUE, kept, 0);
    filled = take(least - 1, least, kept, filled);
    Arrays.sort(kept);
    return kept;
  }

  /** Takes ids added at least {@code from} and fewer than {@code to} times while there is room. */
  private int take(int from, int to, int[] into, int filled) {
    int at = filled;
    for (int e = 0; e < ids.length && at < into.length; e++) {
      if (ids[e] >= 0 && counts[e] >= from && counts[e] < to) {
        into[at++] = ids[e];
      }
    }
    return at;
  }

  /** The lowest count that at most {@code most} ids reach. */
  private int leastCount(int most) {
    int[] reached = new int[COUNTED + 1];
    for (int e = 0; e < ids.length; e++) {
      if (ids[e] >= 0) {
        reached[Math.min(counts[e], COUNTED)]++;
      }
    }
    int least = COUNTED;
    int sum = reached[COUNTED];
    while (least > 1 && sum + reached[least - 1] <= most) {
      sum += reached[--least];
    }
    return least;
  }

  private int place(int id) {
    int mask = ids.length - 1;
    int at = id * 0x9e3779b9 >>> 7 & mask;
    while (ids[at] >= 0 && ids[at] != id) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    int[] oldIds = ids;
    int[] oldCounts = counts;
    ids = new int[2 * oldIds.length];
    counts = new int[ids.length];
    Arrays.fill(ids, -1);
    for (int e = 0; e < oldIds.length; e++) {
      if (oldIds[e] >= 0) {
        int at = place(oldIds[e]);
        ids[at] = oldIds[e];
        counts[at] = oldCounts[e];
      }
    }
  }
}
