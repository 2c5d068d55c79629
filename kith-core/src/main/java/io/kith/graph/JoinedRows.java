package io.kith.graph;

import java.util.Arrays;

/**
 * Some rows of the symmetric graph in the making, out of one-sided choices.
 *
 * <p>Every choice i → j is entered at both ends; sorting each row's entries brings the two copies
 * of a mutual choice together, where they become one edge; single ones are kept, weakened or
 * dropped as the {@link Symmetrization} says. Rows do not look at each other, so a graph can be
 * made whole or some rows at a time.
 *
 * <p>For one thread.
 */
public final class JoinedRows {
  private final int[] begins;
  private final int[] filled;
  private final long[] entries;
  private int[] offsets;
  private int[] neighbors;
  private float[] weights;

  /**
   * Makes room.
   *
   * @param entriesOfRow how many choices will be entered at each row, those by others included
   */
  public JoinedRows(int[] entriesOfRow) {
    int n = entriesOfRow.length;
    this.begins = new int[n + 1];
    for (int i = 0; i < n; i++) {
      begins[i + 1] = Math.addExact(begins[i], entriesOfRow[i]);
    }
    this.filled = Arrays.copyOf(begins, n);
    this.entries = new long[begins[n]];
  }

  /** Enters at a row that it chose another, or the other it. */
  public void enter(int row, int other, double affinity) {
    entries[filled[row]++] = entry(other, weight(affinity));
  }

  /** Turns the entries into edges. */
  public void join(Symmetrization symmetrization) {
    float oneSided = symmetrization.oneSided();
    int n = filled.length;
    int[] kept = new int[entries.length];
    float[] keptWeights = new float[entries.length];
    offsets = new int[n + 1];
    int at = 0;
    for (int i = 0; i < n; i++) {
      Arrays.sort(entries, begins[i], begins[i + 1]);
      for (int e = begins[i]; e < begins[i + 1]; ) {
        int j = neighbor(entries[e]);
        boolean mutual = e + 1 < begins[i + 1] && neighbor(entries[e + 1]) == j;
        if (mutual || oneSided > 0) {
          kept[at] = j;
          keptWeights[at++] = mutual ? weight(entries[e]) : weight(oneSided * weight(entries[e]));
        }
        e += mutual ? 2 : 1;
      }
      offsets[i + 1] = at;
    }
    neighbors = Arrays.copyOf(kept, at);
    weights = Arrays.copyOf(keptWeights, at);
  }

  /** Where each row's edges begin, and where the last one's end. */
  public int[] offsets() {
    return offsets;
  }

  /** The other ends of the edges, ascending within a row. */
  public int[] neighbors() {
    return neighbors;
  }

  public float[] weights() {
    return weights;
  }

  /**
   * Positive even where the kernel underflows or a cosine is negative: the edge was found, so it
   * stays one.
   */
  private static float weight(double affinity) {
    return Math.max((float) affinity, Float.MIN_NORMAL);
  }

  private static long entry(int neighbor, float weight) {
    return (long) neighbor << 32 | Float.floatToIntBits(weight);
  }

  private static int neighbor(long entry) {
    return (int) (entry >>> 32);
  }

  private static float weight(long entry) {
    return Float.intBitsToFloat((int) entry);
  }
}
