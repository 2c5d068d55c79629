package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Brings every feature to mean 0 and standard deviation 1 over the training rows: {@code (x - mean)
 * / scale}, where a missing x (NaN) is first filled in.
 *
 * <p>A missing value is filled by the median of the feature's training values where some of these
 * are missing, else by their mean. A feature that is the same in all training rows has scale 1 and
 * becomes 0 everywhere, also where new rows differ: no weight on it was ever trained. Sums are in
 * double, over chunks of rows that do not depend on the number of threads. Immutable; threads may
 * share it.
 */
public final class Standardizer implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int ROWS_PER_CHUNK = 4096;

  private final float[] fill;
  private final double[] mean;
  private final double[] scale;
  private final boolean[] constant;

  public Standardizer(float[] fill, double[] mean, double[] scale, boolean[] constant) {
    if (fill.length != mean.length
        || scale.length != mean.length
        || constant.length != mean.length) {
      throw new IllegalArgumentException(
          String.format(
              "fill, mean, scale and constant must be equally long, but were %d, %d, %d and %d",
              fill.length, mean.length, scale.length, constant.length));
    }
    this.fill = fill.clone();
    this.mean = mean.clone();
    this.scale = scale.clone();
    this.constant = constant.clone();
  }

  /** Measures the features of the training rows. */
  public static Standardizer fit(FloatMatrix features, int[] rows, Parallel parallel) {
    if (rows.length == 0) {
      throw new IllegalArgumentException("rows must be at least 1, but were 0");
    }
    return new Fit(features, rows, parallel).standardizer();
  }

  public int columns() {
    return mean.length;
  }

  public float[] fill() {
    return fill.clone();
  }

  public double[] mean() {
    return mean.clone();
  }

  public double[] scale() {
    return scale.clone();
  }

  public boolean[] constant() {
    return constant.clone();
  }

  /** How many features are the same in all training rows, and so tell nothing. */
  public int constantCount() {
    int count = 0;
    for (boolean c : constant) {
      count += c ? 1 : 0;
    }
    return count;
  }

  /** A standardised copy. */
  public FloatMatrix apply(FloatMatrix features, Parallel parallel) {
    FloatMatrix copy = FloatMatrix.allocate(features.rows(), features.columns());
    transform(features, copy, parallel);
    return copy;
  }

  public void applyInPlace(FloatMatrix features, Parallel parallel) {
    transform(features, features, parallel);
  }

  /** Standardises rows that stand one after the other. */
  public void applyInPlace(float[] rows) {
    for (int at = 0; at < rows.length; at += mean.length) {
      for (int j = 0; j < mean.length; j++) {
        float x = Float.isNaN(rows[at + j]) ? fill[j] : rows[at + j];
        rows[at + j] = constant[j] ? 0f : (float) ((x - mean[j]) / scale[j]);
      }
    }
  }

  private void transform(FloatMatrix from, FloatMatrix to, Parallel parallel) {
    if (from.columns() != mean.length) {
      throw new IllegalArgumentException(
          "features must have " + mean.length + " columns, but had " + from.columns());
    }
    parallel.run(
        chunks(from.rows()),
        chunk -> {
          float[] row = new float[mean.length];
          int end = (int) Math.min(from.rows(), (chunk + 1L) * ROWS_PER_CHUNK);
          for (int i = chunk * ROWS_PER_CHUNK; i < end; i++) {
            from.copyRow(i, row);
            applyInPlace(row);
            to.setRow(i, row);
          }
        });
  }

  private static int chunks(int rows) {
    return (int) ((rows + ROWS_PER_CHUNK - 1L) / ROWS_PER_CHUNK);
  }

  /** Two passes: means, then squared deviations from them. */
  private static final class Fit {
    private final FloatMatrix features;
    private final int[] rows;
    private final Parallel parallel;
    private final int columns;
    private final float[] fill;
    private final double[] mean;
    private final int[] missing;
    private final float[] min;
    private final float[] max;

    Fit(FloatMatrix features, int[] rows, Parallel parallel) {
      this.features = features;
      this.rows = rows;
      this.parallel = parallel;
      columns = features.columns();
      fill = new float[columns];
      mean = new double[columns];
      missing = new int[columns];
      min = new float[columns];
      max = new float[columns];
    }

    Standardizer standardizer() {
      sumUp();
      fillIn();
      double[] scale = deviations();
      boolean[] constant = new boolean[columns];
      int constants = 0;
      for (int j = 0; j < columns; j++) {
        constant[j] = min[j] == max[j] || !(scale[j] > 0);
        if (constant[j]) {
          scale[j] = 1;
          constants++;
        }
      }
      if (constants == columns) {
        throw new BadInputException(
            "all "
                + columns
                + " features are the same in every training row, so nothing can be learned from"
                + " them: choose other columns with --features.");
      }
      return new Standardizer(fill, mean, scale, constant);
    }

    /** Sums of present values, into {@link #mean} for now; extremes; how many are missing. */
    private void sumUp() {
      int chunks = chunks(rows.length);
      double[][] sums = new double[chunks][];
      int[][] gaps = new int[chunks][];
      float[][] lows = new float[chunks][];
      float[][] highs = new float[chunks][];
      parallel.run(
          chunks,
          chunk -> {
            double[] sum = new double[columns];
            int[] gap = new int[columns];
            float[] low = filled(Float.POSITIVE_INFINITY);
            float[] high = filled(Float.NEGATIVE_INFINITY);
            float[] row = new float[columns];
            int end = end(chunk);
            for (int i = chunk * ROWS_PER_CHUNK; i < end; i++) {
              features.copyRow(rows[i], row);
              for (int j = 0; j < columns; j++) {
                if (Float.isNaN(row[j])) {
                  gap[j]++;
                } else {
                  sum[j] += row[j];
                  low[j] = Math.min(low[j], row[j]);
                  high[j] = Math.max(high[j], row[j]);
                }
              }
            }
            sums[chunk] = sum;
            gaps[chunk] = gap;
            lows[chunk] = low;
            highs[chunk] = high;
          });
      Arrays.fill(min, Float.POSITIVE_INFINITY);
      Arrays.fill(max, Float.NEGATIVE_INFINITY);
      for (int chunk = 0; chunk < chunks; chunk++) {
        for (int j = 0; j < columns; j++) {
          mean[j] += sums[chunk][j];
          missing[j] += gaps[chunk][j];
          min[j] = Math.min(min[j], lows[chunk][j]);
          max[j] = Math.max(max[j], highs[chunk][j]);
        }
      }
    }

    private void fillIn() {
      parallel.run(
          columns,
          j -> {
            if (missing[j] == rows.length) {
              min[j] = 0; // never seen: a constant
              max[j] = 0;
            } else if (missing[j] > 0) {
              fill[j] = median(j);
            }
            mean[j] = (mean[j] + (double) missing[j] * fill[j]) / rows.length;
            if (missing[j] == 0) {
              fill[j] = (float) mean[j];
            }
          });
    }

    private float median(int column) {
      float[] present = new float[rows.length - missing[column]];
      int at = 0;
      for (int row : rows) {
        float value = features.get(row, column);
        if (!Float.isNaN(value)) {
          present[at++] = value;
        }
      }
      Arrays.sort(present);
      int middle = present.length / 2;
      return present.length % 2 == 1
          ? present[middle]
          : (float) ((present[middle - 1] + (double) present[middle]) / 2);
    }

    private double[] deviations() {
      int chunks = chunks(rows.length);
      double[][] squares = new double[chunks][];
      parallel.run(
          chunks,
          chunk -> {
            double[] square = new double[columns];
            float[] row = new float[columns];
            int end = end(chunk);
            for (int i = chunk * ROWS_PER_CHUNK; i < end; i++) {
              features.copyRow(rows[i], row);
              for (int j = 0; j < columns; j++) {
                double off = (Float.isNaN(row[j]) ? fill[j] : row[j]) - mean[j];
                square[j] += off * off;
              }
            }
            squares[chunk] = square;
          });
      double[] scale = new double[columns];
      for (int j = 0; j < columns; j++) {
        for (double[] square : squares) {
          scale[j] += square[j];
        }
        scale[j] = Math.sqrt(scale[j] / rows.length);
      }
      return scale;
    }

    private int end(int chunk) {
      return (int) Math.min(rows.length, (chunk + 1L) * ROWS_PER_CHUNK);
    }

    private float[] filled(float value) {
      float[] values = new float[columns];
      Arrays.fill(values, value);
      return values;
    }
  }
}
