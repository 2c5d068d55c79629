package io.kith.data;

import java.util.List;

/**
 * How the columns of a file become a {@link Dataset}.
 *
 * <p>Patterns are column names in which {@code *} stands for any text and {@code ?} for one
 * character.
 *
 * @param label the column that holds the class, "" for none; in NumPy files the array, or the
 *     {@code .npy} file, that holds it. Soft labels are a pattern of columns ({@code p_*}) that
 *     hold a probability for the class that the pattern leaves open, or a matrix with a column for
 *     each
 * @param features patterns of the feature columns; empty takes every column without another role
 * @param ignore patterns of columns to leave out
 * @param group the column that says which rows belong together, "" for none
 * @param id the column that names each row, "" for none
 * @param oneHot turn text columns into one 0/1 feature for each value
 * @param impute keep missing feature values (as NaN), to be filled by the {@link Standardizer}
 * @param delimiter what stands between two columns of a text table; "" finds it out from the header
 */
public record ReadOptions(
    String label,
    List<String> features,
    List<String> ignore,
    String group,
    String id,
    boolean oneHot,
    boolean impute,
    String delimiter) {

  public ReadOptions {
    label = label == null ? "" : label;
    features = features == null ? List.of() : List.copyOf(features);
    ignore = ignore == null ? List.of() : List.copyOf(ignore);
    group = group == null ? "" : group;
    id = id == null ? "" : id;
    delimiter = delimiter == null ? "" : delimiter;
    if (delimiter.length() > 1) {
      throw new IllegalArgumentException(
          "delimiter must be one character, or \"\" to find it out, but was \"" + delimiter + "\"");
    }
    requireDifferent("label", label, "group", group);
    requireDifferent("label", label, "id", id);
  }

  public static ReadOptions defaults() {
    return new ReadOptions("", List.of(), List.of(), "", "", false, false, "");
  }

  public ReadOptions withLabel(String label) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withFeatures(List<String> features) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withIgnore(List<String> ignore) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withGroup(String group) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withId(String id) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withOneHot(boolean oneHot) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withImpute(boolean impute) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  public ReadOptions withDelimiter(String delimiter) {
    return new ReadOptions(label, features, ignore, group, id, oneHot, impute, delimiter);
  }

  private static void requireDifferent(String a, String valueOfA, String b, String valueOfB) {
    if (!valueOfA.isEmpty() && valueOfA.equals(valueOfB)) {
      throw new IllegalArgumentException(
          a + " and " + b + " must be different columns, but both were \"" + valueOfA + "\"");
    }
  }
}
