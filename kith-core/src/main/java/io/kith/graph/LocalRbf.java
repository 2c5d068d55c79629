package io.kith.graph;

import java.util.Arrays;

/**
 * exp(−d² / σ_i σ_j), where each row has a width of its own: how far away its 7th neighbour is.
 *
 * <p>Rows of a dense region and rows of a sparse one then have neighbours of similar affinity.
 * After Zelnik-Manor and Perona, Self-Tuning Spectral Clustering (2004), who propose the 7th
 * neighbour. Immutable; threads may share it.
 */
public final class LocalRbf implements AffinityKernel {
  private static final long serialVersionUID = 1L;
  private static final int RANK = 7;

  private final float[] widths;
  private final double median;

  /** Takes the widths from the distances at hand; of the farthest neighbour if fewer than 7. */
  public LocalRbf(NeighborDistances found) {
    int rank = Math.min(RANK, found.count()) - 1;
    widths = found.distancesAt(rank);
    float[] sorted = widths.clone();
    Arrays.sort(sorted);
    float middle = sorted[(sorted.length - 1) / 2];
    median = middle > 0 ? middle : 1;
    for (int i = 0; i < widths.length; i++) {
      if (!(widths[i] > 0)) {
        widths[i] = (float) median; // seven twins say nothing about the region
      }
    }
  }

  @Override
  public double affinity(int row, int other, double distance) {
    return Math.exp(-distance * distance / ((double) widths[row] * widths[other]));
  }

  /** Of two rows of median width. */
  @Override
  public double affinity(double distance) {
    return Math.exp(-distance * distance / (median * median));
  }

  /** The median of the rows' widths. */
  @Override
  public double sigma() {
    return median;
  }
}
