package io.kith.batch;

import io.kith.graph.AffinityGraph;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How much affinity weight lies between each pair of meta-batches, to draw a neighbour by.
 *
 * <p>Immutable; threads may share it.
 */
final class BatchGraph {
  private final int[][] neighbors;
  private final double[][] cumulative;

  BatchGraph(AffinityGraph graph, int[] batchOfRow, int[][] rowsOfBatch) {
    int batches = rowsOfBatch.length;
    neighbors = new int[batches][];
    cumulative = new double[batches][];
    double[] weightTo = new double[batches];
    int[] touched = new int[batches];
    for (int b = 0; b < batches; b++) {
      int count = 0;
      for (int row : rowsOfBatch[b]) {
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          int other = batchOfRow[graph.neighborAt(e)];
          if (other != b) {
            if (weightTo[other] == 0) {
              touched[count++] = other;
            }
            weightTo[other] += graph.weightAt(e);
          }
        }
      }
      neighbors[b] = Arrays.copyOf(touched, count);
      Arrays.sort(neighbors[b]);
      cumulative[b] = new double[count];
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += weightTo[neighbors[b][i]];
        cumulative[b][i] = sum;
        weightTo[neighbors[b][i]] = 0;
      }
    }
  }

  boolean hasNeighbor(int batch) {
    return neighbors[batch].length > 0;
  }

  /** Draws a neighbour with probability proportional to the weight between the two. */
  int draw(int batch, SplittableRandom random) {
    double[] sums = cumulative[batch];
    double at = random.nextDouble() * sums[sums.length - 1];
    int found = Arrays.binarySearch(sums, at);
    int index = found >= 0 ? found + 1 : -found - 1;
    return neighbors[batch][Math.min(index, sums.length - 1)];
  }

  /** The affinity weight between two different meta-batches. */
  double weight(int batch, int other) {
    int at = Arrays.binarySearch(neighbors[batch], other);
    if (at < 0) {
      return 0;
    }
    return cumulative[batch][at] - (at == 0 ? 0 : cumulative[batch][at - 1]);
  }
}
