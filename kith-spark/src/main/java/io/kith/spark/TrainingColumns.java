package io.kith.spark;

import io.kith.base.BadInputException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.attribute.BinaryAttribute;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * The columns that are learned from, and what Spark ML's attributes tell of them.
 *
 * @param indicator the column that marks validation rows, "" for none
 * @param featureNames a name for each feature, empty unless all have one and no two the same
 * @param classNames the name of each class, empty unless the label column tells
 */
record TrainingColumns(
    String features,
    String label,
    String indicator,
    List<String> featureNames,
    List<String> classNames)
    implements Serializable {
  /** The class that StringIndexer appends for values it does not know, null among them. */
  static final String UNKNOWN = "__unknown";

  static TrainingColumns of(StructType schema, String features, String label, String indicator) {
    return new TrainingColumns(
        features, label, indicator, featureNames(schema, features), classNames(schema, label));
  }

  /** The columns in the order in which {@link RawRows} reads them. */
  Column[] selected() {
    Column validates =
        indicator.isEmpty() ? functions.lit(false) : functions.col(quoted(indicator));
    return new Column[] {functions.col(quoted(features)), functions.col(quoted(label)), validates};
  }

  /** The class index that stands for "no label", or -1. */
  int unknownClass() {
    return classNames.indexOf(UNKNOWN);
  }

  /** The names of the classes that can be learned; the unknown one comes last and is none. */
  List<String> knownClasses() {
    return unknownClass() < 0 ? classNames : classNames.subList(0, unknownClass());
  }

  static void requireBoolean(StructType schema, String column) {
    if (!Arrays.asList(schema.fieldNames()).contains(column)) {
      throw new BadInputException(
          "there is no column '"
              + column
              + "', which validationIndicatorCol names: the columns are "
              + String.join(", ", schema.fieldNames())
              + ".");
    }
    if (!schema.apply(column).dataType().equals(DataTypes.BooleanType)) {
      throw new BadInputException(
          "column '"
              + column
              + "', which validationIndicatorCol names, must be boolean, but is "
              + schema.apply(column).dataType().simpleString()
              + ".");
    }
  }

  private static List<String> featureNames(StructType schema, String column) {
    Option<Attribute[]> attributes =
        AttributeGroup.fromStructField(schema.apply(column)).attributes();
    if (attributes.isEmpty()) {
      return List.of();
    }
    List<String> names =
        Arrays.stream(attributes.get())
            .map(attribute -> attribute.name().isEmpty() ? null : attribute.name().get())
            .toList();
    boolean named = names.stream().allMatch(Objects::nonNull);
    return named && names.stream().distinct().count() == names.size() ? names : List.of();
  }

  private static List<String> classNames(StructType schema, String column) {
    Attribute attribute = Attribute.fromStructField(schema.apply(column));
    Option<String[]> values = Option.empty();
    if (attribute instanceof NominalAttribute nominal) {
      values = nominal.values();
    } else if (attribute instanceof BinaryAttribute binary) {
      values = binary.values();
    }
    return values.isEmpty() ? List.of() : List.of(values.get());
  }

  private static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }
}
