package io.kith.batch;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How much affinity weight lies between one group of rows and each of the others it has edges to.
 *
 * <p>Immutable; threads may share it.
 */
final class GroupLinks {
  private final int[] neighbors; // ascending
  private final double[] weights;
  private final double total;

  private GroupLinks(int[] neighbors, double[] weights) {
    this.neighbors = neighbors;
    this.weights = weights;
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    this.total = sum;
  }

  /** Adds up the edges of one group after the other. Not for sharing between threads. */
  static final class Sum {
    private final double[] weightTo;
    private final int[] touched;
    private int count;

    Sum(int groups) {
      weightTo = new double[groups];
      touched = new int[groups];
    }

    /** One more edge to another group. */
    void add(int other, float weight) {
      if (weightTo[other] == 0) {
        touched[count++] = other;
      }
      weightTo[other] += weight;
    }

    /** What was added since the last call. */
    GroupLinks take() {
      int[] neighbors = Arrays.copyOf(touched, count);
      Arrays.sort(neighbors);
      double[] weights = new double[count];
      for (int i = 0; i < count; i++) {
        weights[i] = weightTo[neighbors[i]];
        weightTo[neighbors[i]] = 0;
      }
      count = 0;
      return new GroupLinks(neighbors, weights);
    }
  }

  /** The other groups, ascending; the caller must not change the array. */
  int[] neighbors() {
    return neighbors;
  }

  /** The weight to the i-th of the neighbours. */
  double weightAt(int i) {
    return weights[i];
  }

  /** The weight to all other groups. */
  double total() {
    return total;
  }

  /** The weight to another group, 0 where there is no edge. */
  double weight(int other) {
    int at = Arrays.binarySearch(neighbors, other);
    return at < 0 ? 0 : weights[at];
  }

  /** Draws a neighbour with probability proportional to the weight between the two. */
  int draw(SplittableRandom random) {
    double left = random.nextDouble() * total;
    int at = 0;
    while (at < neighbors.length - 1 && left >= weights[at]) {
      left -= weights[at++];
    }
    return neighbors[at];
  }
}
