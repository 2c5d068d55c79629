package io.kith.batch;

import io.kith.data.Labels;
import java.util.Optional;
import java.util.stream.IntStream;

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
  private final Optional<Labels> soft; // by position
  private final Optional<CarriedFeatures> carried;

  MetaBatch(
      int[] rows, int[] labels, int graphRows, AffinityBlock affinity, Optional<Labels> soft) {
    this(rows, labels, graphRows, affinity, soft, Optional.empty());
  }

  MetaBatch(
      int[] rows, int[] labels, int graphRows, AffinityBlock affinity, CarriedFeatures carried) {
    this(rows, labels, graphRows, affinity, Optional.empty(), Optional.of(carried));
  }

  private MetaBatch(
      int[] rows,
      int[] labels,
      int graphRows,
      AffinityBlock affinity,
      Optional<Labels> soft,
      Optional<CarriedFeatures> carried) {
    this.rows = rows;
    this.labels = labels;
    this.soft = soft;
    this.graphRows = graphRows;
    this.affinity = affinity;
    this.carried = carried;
  }

  /** A batch of given rows whose labels and edges are given by position. */
  public static MetaBatch of(int[] rows, int[] labels, AffinityBlock affinity) {
    if (rows.length != labels.length) {
      throw new IllegalArgumentException(
          "labels must be " + rows.length + ", one for each row, but were " + labels.length);
    }
    return new MetaBatch(rows.clone(), labels.clone(), rows.length, affinity, Optional.empty());
  }

  /** A batch of given rows whose labels, hard or soft, and edges are given by position. */
  public static MetaBatch of(int[] rows, Labels labels, AffinityBlock affinity) {
    MetaBatch hard =
        of(rows, IntStream.range(0, labels.size()).map(labels::label).toArray(), affinity);
    return new MetaBatch(
        hard.rows, hard.labels, rows.length, affinity, Optional.of(labels).filter(Labels::isSoft));
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

  /**
   * Whether labels are distributions over the classes, of which {@link #label} is the likeliest.
   */
  public boolean isSoft() {
    return soft.isPresent();
  }

  /** The share of a class in the label of a labelled position. */
  public float target(int position, int classIndex) {
    return soft.map(l -> l.target(position, classIndex))
        .orElse(labels[position] == classIndex ? 1f : 0f);
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

  /** The features of the rows, if the batch brings them along. */
  Optional<CarriedFeatures> carried() {
    return carried;
  }

  /** The training rows in batch order; the caller must not change the array. */
  public int[] rows() {
    return rows;
  }
}
