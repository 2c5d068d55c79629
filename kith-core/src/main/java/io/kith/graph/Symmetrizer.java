package io.kith.graph;

import java.util.Arrays;

/**
 * Builds the symmetric graph out of one-sided choices.
 *
 * <p>Every choice i → j is entered at both ends; sorting each node's entries brings the two copies
 * of a mutual choice together, where they become one edge; single ones are kept, weakened or
 * dropped as the {@link Symmetrization} says.
 */
final class Symmetrizer {
  private Symmetrizer() {}

  static AffinityGraph graph(
      Neighbors choices, AffinityKernel kernel, Symmetrization symmetrization) {
    int n = choices.size();
    int k = choices.count();
    int[] offsets = new int[n + 1];
    for (int i = 0; i < n; i++) {
      offsets[i + 1] += k;
      for (int r = 0; r < k; r++) {
        offsets[choices.id(i, r) + 1]++;
      }
    }
    for (int i = 0; i < n; i++) {
      offsets[i + 1] = Math.addExact(offsets[i], offsets[i + 1]);
    }
    long[] entries = new long[offsets[n]];
    int[] filled = Arrays.copyOf(offsets, n);
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < k; r++) {
        int j = choices.id(i, r);
        float weight = weight(kernel.affinity(i, j, choices.distance(i, r)));
        entries[filled[i]++] = entry(j, weight);
        entries[filled[j]++] = entry(i, weight);
      }
    }
    return merge(offsets, entries, symmetrization.oneSided());
  }

  private static AffinityGraph merge(int[] offsets, long[] entries, float oneSided) {
    int n = offsets.length - 1;
    int[] mergedOffsets = new int[n + 1];
    int[] neighbors = new int[entries.length];
    float[] weights = new float[entries.length];
    int at = 0;
    for (int i = 0; i < n; i++) {
      Arrays.sort(entries, offsets[i], offsets[i + 1]);
      for (int e = offsets[i]; e < offsets[i + 1]; ) {
        int j = neighbor(entries[e]);
        boolean mutual = e + 1 < offsets[i + 1] && neighbor(entries[e + 1]) == j;
        if (mutual || oneSided > 0) {
          neighbors[at] = j;
          weights[at++] = mutual ? weight(entries[e]) : weight(oneSided * weight(entries[e]));
        }
        e += mutual ? 2 : 1;
      }
      mergedOffsets[i + 1] = at;
    }
    return new AffinityGraph(
        mergedOffsets, Arrays.copyOf(neighbors, at), Arrays.copyOf(weights, at));
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
