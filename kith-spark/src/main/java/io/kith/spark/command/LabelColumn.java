package io.kith.spark.command;

import io.kith.base.BadInputException;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;

/** Classes as they stand in a table, words or numbers, as the indices that Spark ML wants. */
final class LabelColumn {
  static final String INDEXED = "__kith_label";
  private static final String TEXT = "__kith_class";

  /** Below it, whole numbers of type double are exact; in Spark NaN is above it. */
  private static final double EXACT = 1L << 53;

  private LabelColumn() {}

  /** Adds the class index of each row; its attributes name the classes, in alphabetical order. */
  static Dataset<Row> index(Dataset<Row> table, String label) {
    DataType type = table.schema().apply(label).dataType();
    if (type instanceof ArrayType || type instanceof MapType || type instanceof StructType) {
      throw new BadInputException(
          "column '"
              + label
              + "', which is --label, must be text or a number, but is "
              + type.simpleString()
              + ".");
    }
    Dataset<Row> texts =
        table.withColumn(TEXT, text(functions.col(FeatureColumns.quoted(label)), type));
    if (texts.filter(functions.col(TEXT).isNotNull()).isEmpty()) {
      throw new BadInputException(
          "no row has a label in column '" + label + "': label some, of at least two classes.");
    }
    return new StringIndexer()
        .setInputCol(TEXT)
        .setOutputCol(INDEXED)
        .setStringOrderType("alphabetAsc")
        .setHandleInvalid("keep")
        .fit(texts)
        .transform(texts);
  }

  /** The class as text, null where there is none; whole numbers are written as such. */
  private static Column text(Column label, DataType type) {
    Column text = label.cast("string");
    if (type instanceof DoubleType || type instanceof FloatType) {
      Column whole = label.equalTo(functions.rint(label)).and(functions.abs(label).lt(EXACT));
      text = functions.when(whole, label.cast("long").cast("string")).otherwise(text);
    }
    return functions.when(functions.trim(text).isin("", "NaN"), null).otherwise(text);
  }
}
