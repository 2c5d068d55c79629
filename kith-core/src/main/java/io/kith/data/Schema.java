package io.kith.data;

import java.util.List;

/**
 * Which columns of a file become which features, in order.
 *
 * <p>Found out when training data are read and kept with the model, so that new files are read the
 * same way.
 */
public record Schema(List<FeatureColumn> columns) {
  public Schema {
    columns = List.copyOf(columns);
  }

  /** Every column a number. */
  public static Schema numeric(List<String> names) {
    return new Schema(
        names.stream().<FeatureColumn>map(name -> new FeatureColumn.Numeric(name)).toList());
  }

  public List<String> columnNames() {
    return columns.stream().map(FeatureColumn::name).toList();
  }

  public List<String> featureNames() {
    return columns.stream().flatMap(column -> column.featureNames().stream()).toList();
  }
}
