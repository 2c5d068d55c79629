package io.kith.partition;

import io.kith.base.BadInputException;
import java.util.Arrays;

/** What rows weigh when blocks are to weigh alike: whole numbers of at least one. */
final class RowWeights {
  /** So that three times the sum is still an int: a limit, and what may exceed it for a moment. */
  static final int LARGEST_SUM = 1 << 29;

  private RowWeights() {}

  /** Every row the same. */
  static int[] ones(int rows) {
    int[] weights = new int[rows];
    Arrays.fill(weights, 1);
    return weights;
  }

  /** A copy of weights that are what they should be. */
  static int[] checked(int[] weights) {
    long sum = 0;
    for (int row = 0; row < weights.length; row++) {
      if (weights[row] < 1) {
        throw new IllegalArgumentException(
            "the weight of row " + row + " must be >= 1, but was " + weights[row]);
      }
      sum += weights[row];
    }
    if (sum > LARGEST_SUM) {
      throw new BadInputException(
          String.format(
              "row weights add up to at most %,d, but these to %,d: divide them all by a number.",
              LARGEST_SUM, sum));
    }
    return weights.clone();
  }

  /**
   * The most a block may weigh: the average plus the imbalance, plus the heaviest row less one. As
   * rows are not divided, less cannot always be kept; the lightest block has room for any row.
   */
  static int limit(int[] weights, int blocks, double imbalance) {
    int sum = Arrays.stream(weights).sum();
    int heaviest = Arrays.stream(weights).max().orElse(1);
    return Math.min(sum, Partitioner.largestAllowed(sum, blocks, imbalance) + heaviest - 1);
  }
}
