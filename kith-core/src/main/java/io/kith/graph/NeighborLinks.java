package io.kith.graph;

import java.util.Arrays;

/**
 * Who has whom among its nearest at one moment, to be followed in both directions, and which of it
 * is new. Immutable; threads may share it.
 */
final class NeighborLinks {
  private final int length;
  private final int[] to;
  private final boolean[] fresh;
  private final int[] backBegin;
  private final int[] back;

  /** Links to the {@code length} nearest of every row; all are new. */
  static NeighborLinks of(NearestLists lists, int length) {
    int[] to = lists.ids(length);
    boolean[] fresh = new boolean[to.length];
    Arrays.fill(fresh, true);
    return new NeighborLinks(length, to, fresh);
  }

  /** As many links; those that were not there before are new. */
  static NeighborLinks since(NeighborLinks before, NearestLists lists) {
    int[] to = lists.ids(before.length);
    boolean[] fresh = new boolean[to.length];
    for (int e = 0; e < to.length; e++) {
      fresh[e] = !before.has(e / before.length, to[e]);
    }
    return new NeighborLinks(before.length, to, fresh);
  }

  private NeighborLinks(int length, int[] to, boolean[] fresh) {
    this.length = length;
    this.to = to;
    this.fresh = fresh;
    int n = to.length / length;
    this.backBegin = new int[n + 1];
    for (int id : to) {
      if (id >= 0) {
        backBegin[id + 1]++;
      }
    }
    for (int i = 0; i < n; i++) {
      backBegin[i + 1] += backBegin[i];
    }
    this.back = new int[backBegin[n]];
    int[] filled = Arrays.copyOf(backBegin, n);
    for (int e = 0; e < to.length; e++) {
      if (to[e] >= 0) {
        back[filled[to[e]]++] = e;
      }
    }
  }

  /** Counts the rows that a row's links lead to, and those that its new links lead to. */
  void countFrom(int row, CountedIds all, CountedIds news) {
    for (int e = row * length; e < (row + 1) * length && to[e] >= 0; e++) {
      all.add(to[e], 1);
      if (fresh[e]) {
        news.add(to[e], 1);
      }
    }
  }

  /**
   * Counts the rows whose links lead to a row, at most as many as it has links itself: some rows
   * are in the lists of thousands.
   */
  void countTo(int row, CountedIds all, CountedIds news) {
    int end = Math.min(backBegin[row + 1], backBegin[row] + length);
    for (int b = backBegin[row]; b < end; b++) {
      int from = back[b] / length;
      all.add(from, 1);
      if (fresh[back[b]]) {
        news.add(from, 1);
      }
    }
  }

  private boolean has(int row, int id) {
    for (int e = row * length; e < (row + 1) * length; e++) {
      if (to[e] == id) {
        return true;
      }
    }
    return false;
  }
}
