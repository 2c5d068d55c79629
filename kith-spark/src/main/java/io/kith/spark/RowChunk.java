package io.kith.spark;

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
}
