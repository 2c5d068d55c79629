package io.kith.spark;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Appends predictions to the rows of a partition, many rows at a time: a network goes through its
 * weights once for all of them.
 *
 * @param featuresAt where the features stand in a row
 * @param featuresCol what that column is called
 * @param thresholds what probabilities are divided by before the largest wins; empty for 1
 * @param raw whether log-probabilities are appended
 * @param probability whether probabilities are
 * @param prediction whether the class is
 */
record PredictedRows(
    Broadcast<PackedModel> model,
    int featuresAt,
    String featuresCol,
    double[] thresholds,
    boolean raw,
    boolean probability,
    boolean prediction)
    implements MapPartitionsFunction<Row, Row> {
  private static final int ROWS_AT_A_TIME = 1024;

  @Override
  public Iterator<Row> call(Iterator<Row> rows) {
    return new Iterator<>() {
      private Iterator<Row> ready = List.<Row>of().iterator();

      @Override
      public boolean hasNext() {
        return ready.hasNext() || rows.hasNext();
      }

      @Override
      public Row next() {
        if (!ready.hasNext()) {
          List<Row> some = new ArrayList<>();
          while (rows.hasNext() && some.size() < ROWS_AT_A_TIME) {
            some.add(rows.next());
          }
          ready = predicted(some).iterator();
        }
        return ready.next();
      }
    };
  }

  private List<Row> predicted(List<Row> rows) {
    PackedModel packed = model.value();
    int columns = packed.model().schema().featureNames().size();
    List<Row> predicted = new ArrayList<>(rows.size());
    try (FloatMatrix features = FloatMatrix.allocate(rows.size(), columns)) {
      for (int i = 0; i < rows.size(); i++) {
        features.setRow(i, floats(rows.get(i).getAs(featuresAt), columns, featuresCol));
      }
      try (FloatMatrix logP = packed.logProbabilities(features)) {
        for (int i = 0; i < rows.size(); i++) {
          predicted.add(appended(rows.get(i), doubles(logP, i)));
        }
      }
    }
    return predicted;
  }

  private Row appended(Row row, double[] logP) {
    int width = row.size();
    Object[] values =
        new Object[width + (raw ? 1 : 0) + (probability ? 1 : 0) + (prediction ? 1 : 0)];
    for (int j = 0; j < width; j++) {
      values[j] = row.get(j);
    }
    double[] p = probabilities(logP);
    if (raw) {
      values[width++] = Vectors.dense(logP);
    }
    if (probability) {
      values[width++] = Vectors.dense(p);
    }
    if (prediction) {
      values[width] = (double) likeliest(p, thresholds);
    }
    return RowFactory.create(values);
  }

  /** The features of one row, checked. */
  static float[] floats(Vector vector, int columns, String featuresCol) {
    if (vector == null) {
      throw new BadInputException(
          "column '" + featuresCol + "' is null in a row: leave out such rows.");
    }
    if (vector.size() != columns) {
      throw new BadInputException(
          String.format(
              "column '%s' has a vector of %d values, but the model was trained with %d: assemble"
                  + " the same features.",
              featuresCol, vector.size(), columns));
    }
    double[] values = vector.toArray();
    float[] floats = new float[columns];
    for (int j = 0; j < columns; j++) {
      floats[j] = (float) values[j];
    }
    return floats;
  }

  static double[] doubles(FloatMatrix matrix, int row) {
    double[] values = new double[matrix.columns()];
    for (int c = 0; c < values.length; c++) {
      values[c] = matrix.get(row, c);
    }
    return values;
  }

  /** exp(logP), scaled to add up to 1 in double precision. */
  static double[] probabilities(double[] logP) {
    double[] p = Arrays.stream(logP).map(Math::exp).toArray();
    double sum = Arrays.stream(p).sum();
    for (int c = 0; c < p.length; c++) {
      p[c] /= sum;
    }
    return p;
  }

  /** The class with the largest p / threshold, as Spark ML decides; a threshold of 0 wins. */
  private static int likeliest(double[] p, double[] thresholds) {
    int best = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < p.length; c++) {
      double scaled = thresholds.length == 0 ? p[c] : p[c] / thresholds[c];
      if (thresholds.length > 0 && thresholds[c] == 0) {
        scaled = Double.POSITIVE_INFINITY;
      }
      if (scaled > most) {
        most = scaled;
        best = c;
      }
    }
    return best;
  }
}
