package io.kith.spark;

import io.kith.base.BadInputException;
import io.kith.data.Standardizer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/**
 * Mean and deviation of every feature over rows on the executors, as {@link Standardizer#fit} has
 * them of rows in memory: two passes, means first, then squared deviations from them.
 *
 * <p>A pass brings one sum for each partition and feature to the driver, which adds them up in the
 * order of partitions: the same rows in the same partitions give the same bits.
 */
final class RowStatistics {
  private final JavaRDD<RowChunk> rows;
  private final int columns;

  RowStatistics(JavaRDD<RowChunk> rows, int columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /** Rows must have no missing values. */
  Standardizer standardizer() {
    Sums sums = sums();
    double[] mean = new double[columns];
    float[] fill = new float[columns];
    for (int j = 0; j < columns; j++) {
      mean[j] = sums.sum[j] / sums.rows;
      fill[j] = (float) mean[j];
    }
    double[] squares = squares(mean);
    double[] scale = new double[columns];
    boolean[] constant = new boolean[columns];
    int constants = 0;
    for (int j = 0; j < columns; j++) {
      double deviation = Math.sqrt(squares[j] / sums.rows);
      constant[j] = sums.min[j] == sums.max[j] || !(deviation > 0);
      scale[j] = constant[j] ? 1 : deviation;
      constants += constant[j] ? 1 : 0;
    }
    if (constants == columns) {
      throw new BadInputException(
          "all "
              + columns
              + " features are the same in every training row, so nothing can be learned from"
              + " them: assemble others.");
    }
    return new Standardizer(fill, mean, scale, constant);
  }

  private Sums sums() {
    int width = columns;
    List<Sums> parts =
        rows.mapPartitions(
                chunks -> {
                  Sums part = new Sums(width);
                  chunks.forEachRemaining(part::add);
                  return List.of(part).iterator();
                })
            .collect();
    Sums all = new Sums(columns);
    parts.forEach(all::add);
    return all;
  }

  private double[] squares(double[] mean) {
    List<double[]> parts =
        rows.mapPartitions(
                chunks -> {
                  double[] part = new double[mean.length];
                  chunks.forEachRemaining(chunk -> addSquares(chunk, mean, part));
                  return List.of(part).iterator();
                })
            .collect();
    double[] all = new double[columns];
    for (double[] part : parts) {
      for (int j = 0; j < columns; j++) {
        all[j] += part[j];
      }
    }
    return all;
  }

  private static void addSquares(RowChunk chunk, double[] mean, double[] into) {
    float[] features = chunk.features();
    for (int at = 0; at < features.length; at += mean.length) {
      for (int j = 0; j < mean.length; j++) {
        double off = features[at + j] - mean[j];
        into[j] += off * off;
      }
    }
  }

  /** Sums and extremes of the features of some rows. */
  private static final class Sums implements Serializable {
    private static final long serialVersionUID = 1L;

    private final double[] sum;
    private final float[] min;
    private final float[] max;
    private long rows;

    Sums(int columns) {
      sum = new double[columns];
      min = new float[columns];
      max = new float[columns];
      Arrays.fill(min, Float.POSITIVE_INFINITY);
      Arrays.fill(max, Float.NEGATIVE_INFINITY);
    }

    void add(RowChunk chunk) {
      float[] features = chunk.features();
      for (int at = 0; at < features.length; at += sum.length) {
        for (int j = 0; j < sum.length; j++) {
          float x = features[at + j];
          sum[j] += x;
          min[j] = Math.min(min[j], x);
          max[j] = Math.max(max[j], x);
        }
      }
      rows += chunk.size();
    }

    void add(Sums other) {
      for (int j = 0; j < sum.length; j++) {
        sum[j] += other.sum[j];
        min[j] = Math.min(min[j], other.min[j]);
        max[j] = Math.max(max[j], other.max[j]);
      }
      rows += other.rows;
    }
  }
}
