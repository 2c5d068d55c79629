package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BadTrainingRowsTest {
  private static SparkSession spark;

  private final List<Row> rows = new ArrayList<>();

  @BeforeAll
  static void begin() {
    spark = LocalSpark.session();
  }

  @Test
  void vectorsOfUnequalSizeAreSaidWithTheirRow() {
    fill(10);
    rows.set(7, row(1.0, Vectors.dense(1, 2, 3)));
    expect("row 7: column 'features' has a vector of 3 values, but rows before it have 2");
  }

  @Test
  void vectorsOfUnequalSizeInDifferentPartitionsAreSaid() {
    for (int i = 0; i < 10; i++) {
      rows.add(row(i % 2.0, i < 5 ? Vectors.dense(i, 1) : Vectors.dense(i, 1, 2)));
    }
    expect("row 5: column 'features' has a vector of 3 values, but rows before it have 2");
  }

  @Test
  void gapsAreSaidWithTheWayOut() {
    fill(10);
    rows.set(3, row(0.0, Vectors.dense(1, Double.NaN)));
    expect("row 3: column 'features' has the value NaN", "Imputer");
    rows.set(3, row(0.0, Vectors.dense(1e300, 1)));
    expect("row 3: column 'features' has the value 1.0E300");
    rows.set(3, row(0.0, null));
    expect("row 3: column 'features' is null");
  }

  @Test
  void labelsThatAreNoIndicesAreSaid() {
    fill(10);
    rows.set(9, row(0.5, Vectors.dense(1, 1)));
    expect("row 9: column 'label' is 0.5", "StringIndexer");
    rows.set(9, row(-1.0, Vectors.dense(1, 1)));
    expect("row 9: column 'label' is -1.0", "null for none");
    rows.set(9, row(123456.0, Vectors.dense(1, 1)));
    expect("column 'label' has the label 123456, which would make 123457 classes");
  }

  @Test
  void withoutLabelsNothingIsLearned() {
    for (int i = 0; i < 6; i++) {
      rows.add(row(i < 3 ? null : Double.NaN, Vectors.dense(i, 1)));
    }
    expect("no row has a label in column 'label'");
  }

  @Test
  void oneClassIsNotEnough() {
    for (int i = 0; i < 6; i++) {
      rows.add(row(i < 3 ? null : 1.0, Vectors.dense(i, 1)));
    }
    expect("all labels in column 'label' are \"1\"", "at least two classes");
  }

  @Test
  void withoutRowsNothingIsLearned() {
    expect("the Dataset has no rows");
  }

  @Test
  void featuresThatNeverChangeTellNothing() {
    for (int i = 0; i < 20; i++) {
      rows.add(row(i % 2.0, Vectors.dense(1, 1)));
    }
    expect("all 2 features are the same in every training row");
  }

  @Test
  void missingColumnsAreNamed() {
    fill(10);
    assertThatThrownBy(() -> classifier().setFeaturesCol("vector").fit(dataset()))
        .hasMessageContaining("vector");
    assertThatThrownBy(() -> classifier().setLabelCol("species").fit(dataset()))
        .hasMessageContaining("species");
    assertThatThrownBy(() -> classifier().setLabelCol("features").fit(dataset()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("features");
    assertThatThrownBy(() -> classifier().setValidationIndicatorCol("held").fit(dataset()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("there is no column 'held', which validationIndicatorCol names");
    assertThatThrownBy(() -> classifier().setValidationIndicatorCol("label").fit(dataset()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("must be boolean, but is double");
  }

  @Test
  void someLabelledRowsMustTrain() {
    fill(10);
    Dataset<Row> marked = dataset().selectExpr("*", "true as held");
    assertThatThrownBy(() -> classifier().setValidationIndicatorCol("held").fit(marked))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("every labelled row is marked in column 'held'");
  }

  private void fill(int count) {
    for (int i = 0; i < count; i++) {
      rows.add(row(i % 2.0, Vectors.dense(i, i % 3)));
    }
  }

  private static Row row(Double label, Vector features) {
    return RowFactory.create(label, features);
  }

  private Dataset<Row> dataset() {
    return spark.createDataFrame(
        rows,
        new StructType()
            .add("label", DataTypes.DoubleType)
            .add("features", SQLDataTypes.VectorType()));
  }

  private static KithClassifier classifier() {
    return Moons.classifier().setEpochs(1);
  }

  private void expect(String... sentences) {
    assertThatThrownBy(() -> classifier().fit(dataset()))
        .isInstanceOf(BadInputException.class)
        .satisfies(
            e ->
                Arrays.stream(sentences)
                    .forEach(
                        s ->
                            org.assertj.core.api.Assertions.assertThat(e).hasMessageContaining(s)));
  }
}
