package io.kith.batch;

import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import java.util.Arrays;

/**
 * How good batches are, measured as in the paper: connectivity should be high, and label entropy
 * close to that of the whole set.
 *
 * <p>Connectivity of batch j (equation 5): c_j = Σ_i |C_i| / Σ_i |N_i|, the share of its rows'
 * neighbours that are in the batch too. Entropy is that of the batch's labels, in nats. It may be
 * computed from labels that training must not see: it is a measure for the reader, not an input.
 * Immutable; threads may share it.
 */
public final class BatchQuality {
  private final double[] connectivity;
  private final double[] entropy;
  private final double wholeEntropy;
  private final int classes;

  private BatchQuality(double[] connectivity, double[] entropy, double wholeEntropy, int classes) {
    this.connectivity = connectivity;
    this.entropy = entropy;
    this.wholeEntropy = wholeEntropy;
    this.classes = classes;
  }

  public static BatchQuality of(AffinityGraph graph, int[][] rowsOfBatch, Labels labels) {
    double[] connectivity = new double[rowsOfBatch.length];
    double[] entropy = new double[rowsOfBatch.length];
    int[] batchOfRow = new int[graph.size()];
    Arrays.fill(batchOfRow, -1);
    for (int b = 0; b < rowsOfBatch.length; b++) {
      for (int row : rowsOfBatch[b]) {
        batchOfRow[row] = b;
      }
    }
    for (int b = 0; b < rowsOfBatch.length; b++) {
      long inside = 0;
      long all = 0;
      for (int row : rowsOfBatch[b]) {
        all += graph.degree(row);
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          if (batchOfRow[graph.neighborAt(e)] == b) {
            inside++;
          }
        }
      }
      connectivity[b] = all == 0 ? 0 : (double) inside / all;
      entropy[b] = entropy(labels, rowsOfBatch[b]);
    }
    int[] everyone = new int[labels.size()];
    Arrays.setAll(everyone, i -> i);
    return new BatchQuality(connectivity, entropy, entropy(labels, everyone), labels.classCount());
  }

  /** The batches of a plan. */
  public static BatchQuality of(AffinityGraph graph, MetaBatchPlan plan, Labels labels) {
    int[][] rows = new int[plan.batchCount()][];
    Arrays.setAll(rows, plan::rows);
    return of(graph, rows, labels);
  }

  /** How many batches were measured. */
  public int size() {
    return connectivity.length;
  }

  public double connectivity(int batch) {
    return connectivity[batch];
  }

  public double entropy(int batch) {
    return entropy[batch];
  }

  /** The label entropy of the whole set. */
  public double wholeEntropy() {
    return wholeEntropy;
  }

  public double meanConnectivity() {
    return mean(connectivity);
  }

  public double meanEntropy() {
    return mean(entropy);
  }

  /** How the batches' connectivity is spread over 0..1. */
  public Histogram connectivityHistogram(int bins) {
    return Histogram.of(connectivity, 0, 1, bins);
  }

  /** How the batches' label entropy is spread from 0 to that of equally frequent classes. */
  public Histogram entropyHistogram(int bins) {
    return Histogram.of(entropy, 0, Math.log(Math.max(2, classes)), bins);
  }

  /** The standard deviation of the batches' connectivity. */
  public double connectivityDeviation() {
    return deviation(connectivity);
  }

  public double entropyDeviation() {
    return deviation(entropy);
  }

  private static double entropy(Labels labels, int[] rows) {
    int[] counts = new int[labels.classCount()];
    int labeled = 0;
    for (int row : rows) {
      if (labels.isLabeled(row)) {
        counts[labels.label(row)]++;
        labeled++;
      }
    }
    double entropy = 0;
    for (int count : counts) {
      if (count > 0) {
        double share = (double) count / labeled;
        entropy -= share * Math.log(share);
      }
    }
    return entropy;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0));
  }
}
