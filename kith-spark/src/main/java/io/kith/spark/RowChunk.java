package io.kith.spark;

import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import java.io.Serializable;

/**
 * Some rows of the training set on their way between executors: many rows at once, because a few
 * large arrays cost less to send than many small ones.
 *
 * <p>A class, because Spark's Kryo serializer knows no records.
 */
public final class RowChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int[] ids;
  private final int[] labels;
  private final int columns;
  private final float[] features;

  /**
   * @param ids the numbers of the rows in the training set
   * @param labels the visible class of each row, or {@link io.kith.data.Labels#UNLABELED}
   * @param columns how many features a row has
   * @param features row after row
   */
  public RowChunk(int[] ids, int[] labels, int columns, float[] features) {
    if (labels.length != ids.length || features.length != (long) ids.length * columns) {
      throw new IllegalArgumentException(
          String.format(
              "%d ids go with as many labels and %d features each, but there were %d and %d",
              ids.length, columns, labels.length, features.length));
    }
    this.ids = ids;
    this.labels = labels;
    this.columns = columns;
    this.features = features;
  }

  public int size() {
    return ids.length;
  }

  public int[] ids() {
    return ids;
  }

  public int[] labels() {
    return labels;
  }

  public int columns() {
    return columns;
  }

  public float[] features() {
    return features;
  }

  /** The same rows with features brought to mean 0 and deviation 1. */
  public RowChunk standardized(Standardizer standardizer) {
    float[] values = features.clone();
    standardizer.applyInPlace(values);
    return new RowChunk(ids, labels, columns, values);
  }

  /** The rows at some places of this chunk, in that order. */
  public RowChunk select(int[] places) {
    int[] someIds = new int[places.length];
    int[] someLabels = new int[places.length];
    float[] someFeatures = new float[places.length * columns];
    for (int i = 0; i < places.length; i++) {
      someIds[i] = ids[places[i]];
      someLabels[i] = labels[places[i]];
      System.arraycopy(features, places[i] * columns, someFeatures, i * columns, columns);
    }
    return new RowChunk(someIds, someLabels, columns, someFeatures);
  }

  /** Copies the features into a matrix, row i of the chunk to the row {@code places[i]}. */
  public void copyInto(FloatMatrix matrix, int[] places) {
    float[] row = new float[columns];
    for (int i = 0; i < ids.length; i++) {
      System.arraycopy(features, i * columns, row, 0, columns);
      matrix.setRow(places[i], row);
    }
  }
}
