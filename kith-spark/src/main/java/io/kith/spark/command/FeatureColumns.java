package io.kith.spark.command;

import io.kith.base.BadInputException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.functions$;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a table that are learned from or predicted by: numbers, vectors, or arrays of
 * numbers.
 */
record FeatureColumns(List<String> names) {
  static final String ASSEMBLED = "__kith_features";
  private static final String KEPT = "__kith_kept_";

  /** These columns, which have to be there. */
  static FeatureColumns named(StructType schema, List<String> names) {
    for (String name : names) {
      require(schema, name, "--features");
      DataType type = schema.apply(name).dataType();
      if (!isNumber(type) && !isVector(type)) {
        throw new BadInputException(
            String.format(
                "column '%s', which --features names, must hold numbers, vectors or arrays of"
                    + " numbers, but is %s.",
                name, type.simpleString()));
      }
    }
    return new FeatureColumns(names);
  }

  /** All columns of numbers but some; a table without any may have one vector instead. */
  static FeatureColumns allBut(StructType schema, List<String> others) {
    List<String> numbers = namesOf(schema, others, FeatureColumns::isNumber);
    List<String> vectors = namesOf(schema, others, FeatureColumns::isVector);
    if (vectors.size() == 1 && numbers.isEmpty()) {
      return named(schema, vectors);
    }
    if (numbers.isEmpty() || !vectors.isEmpty()) {
      throw new BadInputException(
          "which columns are features? Name them with --features; the columns are "
              + String.join(", ", schema.fieldNames())
              + ".");
    }
    return named(schema, numbers);
  }

  private static List<String> namesOf(
      StructType schema, List<String> others, Predicate<DataType> suits) {
    return Arrays.stream(schema.fields())
        .filter(field -> !others.contains(field.name()) && suits.test(field.dataType()))
        .map(StructField::name)
        .toList();
  }

  static void require(StructType schema, String column, String option) {
    if (!List.of(schema.fieldNames()).contains(column)) {
      throw new BadInputException(
          String.format(
              "there is no column '%s', which %s names: the columns are %s.",
              column, option, String.join(", ", schema.fieldNames())));
    }
  }

  static boolean isNumber(DataType type) {
    return type instanceof NumericType || type instanceof BooleanType;
  }

  static boolean isVector(DataType type) {
    return type.equals(SQLDataTypes.VectorType())
        || type instanceof ArrayType array && array.elementType() instanceof NumericType;
  }

  /** Adds one vector of all; gaps become NaN, so that whoever reads it says where they are. */
  Dataset<Row> assemble(Dataset<Row> table) {
    List<String> arrays =
        names.stream()
            .filter(n -> table.schema().apply(n).dataType() instanceof ArrayType)
            .toList();
    Dataset<Row> vectors = table;
    for (String array : arrays) {
      Column column = functions.col(quoted(array));
      vectors =
          vectors
              .withColumn(KEPT + array, column)
              .withColumn(array, functions$.MODULE$.array_to_vector(column));
    }
    Dataset<Row> assembled = join(vectors);
    for (String array : arrays) {
      String kept = KEPT + array;
      assembled = assembled.withColumn(array, functions.col(quoted(kept))).drop(kept);
    }
    return assembled;
  }

  private Dataset<Row> join(Dataset<Row> table) {
    if (names.size() == 1 && isVector(table.schema().apply(names.get(0)).dataType())) {
      return table.withColumn(ASSEMBLED, functions.col(quoted(names.get(0))));
    }
    return new VectorAssembler()
        .setInputCols(names.toArray(String[]::new))
        .setOutputCol(ASSEMBLED)
        .setHandleInvalid("keep")
        .transform(table);
  }

  static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }
}
