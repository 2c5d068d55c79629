package io.kith.graph;

import java.util.Arrays;

/** Keeps the k lowest scores of each of several rows while candidates stream by. */
final class TopK {
  private final int k;
  private final float[] scores;
  private final int[] ids;

  TopK(int rows, int k) {
    this.k = k;
    this.scores = new float[rows * k];
    this.ids = new int[rows * k];
    Arrays.fill(scores, Float.POSITIVE_INFINITY);
    Arrays.fill(ids, -1);
  }

  /**
   * Offers a run of candidates {@code firstId, firstId + 1, …} to a row. Candidates come in
   * ascending order of id, so of equal scores the lower id stays.
   */
  void offer(int row, float[] candidates, int from, int count, int firstId, int excludedId) {
    int base = row * k;
    float worst = scores[base + k - 1];
    for (int j = 0; j < count; j++) {
      float score = candidates[from + j];
      if (score < worst && firstId + j != excludedId) {
        insert(base, score, firstId + j);
        worst = scores[base + k - 1];
      }
    }
  }

  void copyIds(int[] into, int at) {
    System.arraycopy(ids, 0, into, at, ids.length);
  }

  private void insert(int base, float score, int id) {
    int at = base + k - 1;
    while (at > base && scores[at - 1] > score) {
      scores[at] = scores[at - 1];
      ids[at] = ids[at - 1];
      at--;
    }
    scores[at] = score;
    ids[at] = id;
  }
}
