package io.kith.data;

import io.kith.base.Fingerprint;
import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.Optional;

/**
 * Rows of float features with labels for some of them, and optionally a group (speaker, patient, …)
 * and an id for each.
 *
 * <p>Features live outside the Java heap, in memory or in a mapped file. Immutable once made;
 * threads may share it.
 */
public final class Dataset {
  private final FloatMatrix features;
  private final List<String> featureNames;
  private final Labels labels;
  private final Groups groups;
  private final String[] ids;
  private String fingerprint;

  private Dataset(
      FloatMatrix features, List<String> featureNames, Labels labels, Groups groups, String[] ids) {
    this.features = features;
    this.featureNames = List.copyOf(featureNames);
    this.labels = labels;
    this.groups = groups;
    this.ids = ids;
    requireRows("labels", labels.size());
    if (groups != null) {
      requireRows("groups", groups.size());
    }
    if (ids != null) {
      requireRows("ids", ids.length);
    }
    if (featureNames.size() != features.columns()) {
      throw new IllegalArgumentException(
          "feature names must be "
              + features.columns()
              + ", one for each column, but were "
              + featureNames.size());
    }
  }

  public static Dataset of(FloatMatrix features, List<String> featureNames, Labels labels) {
    return new Dataset(features, featureNames, labels, null, null);
  }

  /** Features named f0, f1, … */
  public static Dataset of(FloatMatrix features, Labels labels) {
    return of(features, numberedNames(features.columns()), labels);
  }

  public Dataset withGroups(Groups groups) {
    return new Dataset(features, featureNames, labels, groups, ids);
  }

  public Dataset withIds(String[] ids) {
    return new Dataset(features, featureNames, labels, groups, ids.clone());
  }

  public Dataset withLabels(Labels labels) {
    return new Dataset(features, featureNames, labels, groups, ids);
  }

  /** Names f0, f1, … for columns that have none. */
  public static List<String> numberedNames(int columns) {
    return java.util.stream.IntStream.range(0, columns).mapToObj(j -> "f" + j).toList();
  }

  public int size() {
    return features.rows();
  }

  public FloatMatrix features() {
    return features;
  }

  public List<String> featureNames() {
    return featureNames;
  }

  public Labels labels() {
    return labels;
  }

  public Optional<Groups> groups() {
    return Optional.ofNullable(groups);
  }

  public boolean hasIds() {
    return ids != null;
  }

  /** The id of a row: its own where there are ids, else its number counted from 0. */
  public String id(int row) {
    return ids == null ? Integer.toString(row) : ids[row];
  }

  /** A data set of the named rows, in that order. */
  public Dataset gather(int[] rows, Parallel parallel) {
    String[] chosenIds = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosenIds[i] = id(rows[i]);
    }
    return new Dataset(
        features.gather(rows, parallel),
        featureNames,
        labels.gather(rows),
        groups == null ? null : groups.gather(rows),
        chosenIds);
  }

  /** Changes when a feature, a label, a name or a group changes. */
  public synchronized String fingerprint() {
    if (fingerprint == null) {
      Fingerprint collected = new Fingerprint().add("dataset");
      featureNames.forEach(collected::add);
      features.fingerprint(collected);
      labels.fingerprint(collected);
      if (groups != null) {
        groups.fingerprint(collected);
      }
      fingerprint = collected.text();
    }
    return fingerprint;
  }

  private void requireRows(String what, int count) {
    if (count != features.rows()) {
      throw new IllegalArgumentException(
          what + " must be " + features.rows() + ", one for each row, but were " + count);
    }
  }
}
