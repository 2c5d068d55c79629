package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import java.util.List;
import java.util.SplittableRandom;

/** Graphs small enough to be solved on paper or by elimination. */
final class SmallGraphs {
  private SmallGraphs() {}

  /** A graph given as a full matrix of weights. */
  static AffinityGraph of(double[][] weights) {
    int n = weights.length;
    int[] offsets = new int[n + 1];
    for (int i = 0; i < n; i++) {
      offsets[i + 1] = offsets[i];
      for (int j = 0; j < n; j++) {
        offsets[i + 1] += weights[i][j] > 0 ? 1 : 0;
      }
    }
    int[] neighbors = new int[offsets[n]];
    float[] values = new float[offsets[n]];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (weights[i][j] > 0) {
          neighbors[at] = j;
          values[at++] = (float) weights[i][j];
        }
      }
    }
    return new AffinityGraph(offsets, neighbors, values);
  }

  /** The path 0 – 1 – 2 – … with the given weights. */
  static AffinityGraph path(double... weights) {
    double[][] matrix = new double[weights.length + 1][weights.length + 1];
    for (int i = 0; i < weights.length; i++) {
      matrix[i][i + 1] = weights[i];
      matrix[i + 1][i] = weights[i];
    }
    return of(matrix);
  }

  /** A ring, so that all is connected, with random chords; weights up to 1. */
  static double[][] random(int rows, long seed) {
    SplittableRandom random = new Seed(seed).derive("graph").random();
    double[][] weights = new double[rows][rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < i; j++) {
        boolean ring = j == i - 1 || (j == 0 && i == rows - 1);
        if (ring || random.nextInt(4) == 0) {
          weights[i][j] = (float) (0.1 + 0.9 * random.nextDouble());
          weights[j][i] = weights[i][j];
        }
      }
    }
    return weights;
  }

  /** Labels by class index, −1 for none, named a, b, c, … */
  static Labels labels(int classes, int... values) {
    return new Labels(values, List.of("a", "b", "c", "d", "e").subList(0, classes));
  }

  /** Every fourth row labelled, classes by turns. */
  static Labels everyFourth(int rows, int classes) {
    int[] values = new int[rows];
    for (int i = 0; i < rows; i++) {
      values[i] = i % 4 == 0 ? (i / 4) % classes : Labels.UNLABELED;
    }
    return labels(classes, values);
  }

  static Propagated run(Propagation learner, AffinityGraph graph, Labels visible) {
    return run(learner, new Evidence(graph, visible), 2);
  }

  static Propagated run(Propagation learner, Evidence evidence, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return learner.propagate(evidence, parallel, Progress.NONE);
    }
  }

  static double[] row(Propagated result, int row) {
    double[] values = new double[result.classCount()];
    for (int c = 0; c < values.length; c++) {
      values[c] = result.probability(row, c);
    }
    return values;
  }

  /** Y: 1 where a row has that label. */
  static double[][] indicators(Labels labels) {
    double[][] y = new double[labels.size()][labels.classCount()];
    for (int row : labels.labeledRows()) {
      y[row][labels.label(row)] = 1;
    }
    return y;
  }

  static double[] degrees(double[][] weights) {
    return java.util.Arrays.stream(weights)
        .mapToDouble(row -> java.util.Arrays.stream(row).sum())
        .toArray();
  }

  /** Each row divided by its sum. */
  static double[][] normalized(double[][] scores) {
    for (double[] row : scores) {
      double sum = java.util.Arrays.stream(row).sum();
      for (int c = 0; c < row.length; c++) {
        row[c] /= sum;
      }
    }
    return scores;
  }

  /** X with AX = B, by Gaussian elimination with pivoting; A and B are used up. */
  static double[][] solve(double[][] a, double[][] b) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      double[] row = a[k];
      a[k] = a[pivot];
      a[pivot] = row;
      row = b[k];
      b[k] = b[pivot];
      b[pivot] = row;
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 0 : a[i][k] / a[k][k];
        for (int j = 0; factor != 0 && j < n; j++) {
          a[i][j] -= factor * a[k][j];
        }
        for (int c = 0; factor != 0 && c < b[i].length; c++) {
          b[i][c] -= factor * b[k][c];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < b[i].length; c++) {
        b[i][c] /= a[i][i];
      }
    }
    return b;
  }
}
