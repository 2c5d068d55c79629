package io.kith.batch;

import io.kith.data.Labels;

/**
 * What one step trains on: rows, the labels that may be seen, and the edges among the rows.
 *
 * <p>The first {@link #graphRows} rows are those of the meta-batch and its neighbour, and carry the
 * graph and entropy terms; the rows after them, if any, are labelled rows added for the supervised
 * term. Immutable; threads may share it.
 */
public final class MetaBatch {
  private final int[] rows;
  private final int[] labels;
  private final int graphRows;
  private final AffinityBlock affinity;

  MetaBatch(int[] rows, int[] labels, int graphRows, AffinityBlock affinity) {
    this.rows = rows;
    this.labels = labels;
    this.graphRows = graphRows;
    this.affinity = affinity;
  }

  /** A batch of given rows whose labels and edges are given by position. */
  public static MetaBatch of(int[] rows, int[] labels, AffinityBlock affinity) {
    if (rows.length != labels.length) {
      throw new IllegalArgumentException(
          "labels must be " + rows.length + ", one for each row, but were " + labels.length);
    }
    return new MetaBatch(rows.clone(), labels.clone(), rows.length, affinity);
  }

  public int size() {
    return rows.length;
  }

  /** How many of the rows, from the front, take part in the graph and entropy terms. */
  public int graphRows() {
    return graphRows;
  }

  /** The training row at a position of the batch. */
  public int row(int position) {
    return rows[position];
  }

  /** The visible class of a position, or {@link Labels#UNLABELED}. */
  public int label(int position) {
    return labels[position];
  }

  public int labeledCount() {
    int labeled = 0;
    for (int label : labels) {
      if (label != Labels.UNLABELED) {
        labeled++;
      }
    }
    return labeled;
  }

  /** The edges among the first {@link #graphRows} positions. */
  public AffinityBlock affinity() {
    return affinity;
  }

  /** The training rows in batch order; the caller must not change the array. */
  public int[] rows() {
    return rows;
  }
}
