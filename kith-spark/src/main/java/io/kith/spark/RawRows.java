package io.kith.spark;

import io.kith.data.Labels;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;

/**
 * Rows that follow each other in one Spark partition, as they came.
 *
 * <p>What is wrong with a row is kept as a part of a sentence, because an exception in a task would
 * be retried and then reach the caller wrapped in Spark's words. Reading ends at such a row.
 *
 * @param partition which Spark partition
 * @param first the place of the first row in it
 * @param validates which rows were marked to validate
 * @param fault what is wrong with the row after these, or ""
 */
record RawRows(
    int partition,
    int first,
    int columns,
    float[] features,
    int[] labels,
    boolean[] validates,
    String fault)
    implements Serializable {
  private static final int MOST_ROWS = 4096;
  private static final int MOST_VALUES = 1 << 20;

  int size() {
    return labels.length;
  }

  /** The same without features. */
  RawRows withoutFeatures() {
    return new RawRows(partition, first, columns, new float[0], labels, validates, fault);
  }

  /** The rows whose place among these is listed, in that order, under new numbers. */
  RowChunk chosen(int[] places, int[] ids) {
    int[] chosenLabels = new int[places.length];
    float[] chosenFeatures = new float[Math.multiplyExact(places.length, columns)];
    for (int i = 0; i < places.length; i++) {
      chosenLabels[i] = labels[places[i]];
      System.arraycopy(features, places[i] * columns, chosenFeatures, i * columns, columns);
    }
    return new RowChunk(ids, chosenLabels, columns, chosenFeatures);
  }

  /** Reads a partition of rows (features, label, whether it validates). */
  static Iterator<RawRows> read(int partition, Iterator<Row> rows, TrainingColumns names) {
    return new Iterator<>() {
      private int next;
      private int columns = -1;
      private String fault = "";

      @Override
      public boolean hasNext() {
        return rows.hasNext() && fault.isEmpty();
      }

      @Override
      public RawRows next() {
        int first = next;
        List<float[]> features = new ArrayList<>();
        int[] labels = new int[MOST_ROWS];
        boolean[] validates = new boolean[MOST_ROWS];
        while (hasNext() && !isFull(features.size())) {
          Row row = rows.next();
          fault = fault(row, columns, names);
          if (fault.isEmpty()) {
            Vector vector = row.getAs(0);
            columns = vector.size();
            labels[features.size()] = label(row, names.unknownClass());
            validates[features.size()] = !row.isNullAt(2) && row.getBoolean(2);
            features.add(floats(vector));
            next++;
          }
        }
        int size = features.size();
        return new RawRows(
            partition,
            first,
            columns,
            joined(features),
            Arrays.copyOf(labels, size),
            Arrays.copyOf(validates, size),
            fault);
      }

      private boolean isFull(int size) {
        return size == MOST_ROWS || (size > 0 && (size + 1L) * columns > MOST_VALUES);
      }
    };
  }

  private static int label(Row row, int unknownClass) {
    if (row.isNullAt(1) || Double.isNaN(row.getDouble(1))) {
      return Labels.UNLABELED;
    }
    int label = (int) row.getDouble(1);
    return label == unknownClass ? Labels.UNLABELED : label;
  }

  private static String fault(Row row, int columns, TrainingColumns names) {
    String features = "column '" + names.features() + "' ";
    if (row.isNullAt(0)) {
      return features + "is null: leave out such rows";
    }
    Vector vector = row.getAs(0);
    if (columns >= 0 && vector.size() != columns) {
      return features
          + "has a vector of "
          + vector.size()
          + " values, but rows before it have "
          + columns
          + ": make them equal";
    }
    for (double value : vector.toArray()) {
      if (Float.isNaN((float) value) || Float.isInfinite((float) value)) {
        return features
            + "has the value "
            + value
            + ", which is no float: fill gaps with Spark's Imputer or leave out such rows";
      }
    }
    return row.isNullAt(1) ? "" : labelFault(row.getDouble(1), names.label());
  }

  private static String labelFault(double label, String column) {
    boolean isIndex = label >= 0 && label == Math.rint(label) && label < Integer.MAX_VALUE;
    return isIndex || Double.isNaN(label)
        ? ""
        : "column '"
            + column
            + "' is "
            + label
            + ", but a label is a class index 0, 1, 2, …, or null for none: index classes with"
            + " Spark's StringIndexer";
  }

  private static float[] floats(Vector vector) {
    double[] values = vector.toArray();
    float[] floats = new float[values.length];
    for (int j = 0; j < floats.length; j++) {
      floats[j] = (float) values[j];
    }
    return floats;
  }

  private static float[] joined(List<float[]> rows) {
    int columns = rows.isEmpty() ? 0 : rows.get(0).length;
    float[] joined = new float[Math.multiplyExact(rows.size(), columns)];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, joined, i * columns, columns);
    }
    return joined;
  }
}
