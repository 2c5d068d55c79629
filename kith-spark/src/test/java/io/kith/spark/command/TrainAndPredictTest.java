package io.kith.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.data.Datasets;
import io.kith.data.RowStream;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import io.kith.spark.LocalSpark;
import io.kith.spark.Moons;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.functions$;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in, a model folder and predictions out, in the Spark of the tests. */
class TrainAndPredictTest {
  private static final String[] QUICK = {
    "--hidden-layers",
    "64",
    "--validation-fraction",
    "0",
    "--epochs",
    "30",
    "--learning-rate",
    "0.01",
    "--method",
    "graph"
  };

  private final SparkSession spark = LocalSpark.session();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir Path folder;

  @Test
  void aTableBecomesAModelThatKithReadsAndPredictionsOfNamedClasses() {
    Dataset<Row> table = Moons.table(spark, 400, 10);
    table.select("x", "y", "kind").write().parquet(place("rows.parquet"));
    train("rows.parquet", "kind", "model");
    assertThat(out.toString()).contains("2 features, 2 classes: waning, waxing");

    table.select("x", "y", "truth").coalesce(1).write().parquet(place("new.parquet"));
    predict("new.parquet", "predicted.csv");
    Dataset<Row> predicted =
        spark.read().option("header", true).option("inferSchema", true).csv(place("predicted.csv"));
    assertThat(predicted.columns())
        .containsExactly("x", "y", "truth", "class", "p_waning", "p_waxing");
    assertThat(predicted.filter("abs(p_waning + p_waxing - 1) < 1e-5").count()).isEqualTo(400);
    assertThat(predicted.filter("class = if(truth = 0, 'waning', 'waxing')").count())
        .isGreaterThan(360);
    assertSameInKith(predicted);
  }

  /** What kith predict does: the folder's own schema reads the rows. */
  private void assertSameInKith(Dataset<Row> predicted) {
    Path csv = folder.resolve("same.csv");
    List<Row> rows = predicted.select("x", "y", "p_waxing").collectAsList();
    write(csv, rows);
    List<Float> waxing = new ArrayList<>();
    try (Model model = Model.load(folder.resolve("model"));
        Parallel parallel = new Parallel(1);
        RowStream stream = Datasets.stream(csv, model.reading(), model.schema(), 100)) {
      assertThat(model.classNames()).containsExactly("waning", "waxing");
      assertThat(model.schema().featureNames()).containsExactly("x", "y");
      stream.forEach(
          chunk -> {
            try (FloatMatrix p = model.probabilities(chunk.rows().features(), parallel)) {
              for (int i = 0; i < p.rows(); i++) {
                waxing.add(p.get(i, 1));
              }
            }
          });
    }
    assertThat(waxing).hasSize(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertThat((double) waxing.get(i))
          .isCloseTo(rows.get(i).getDouble(2), org.assertj.core.api.Assertions.within(1e-4));
    }
  }

  @Test
  void labelsMayBeNumbersAndFeaturesAnArray() {
    Moons.rows(spark, 300, 5)
        .withColumn(
            "both", functions$.MODULE$.vector_to_array(functions.col("features"), "float32"))
        .withColumn(
            "number",
            functions
                .when(functions.col("label").isNull(), Double.NaN)
                .otherwise(functions.col("label").plus(6)))
        .select("both", "number")
        .write()
        .parquet(place("rows.parquet"));
    train("rows.parquet", "number", "model");
    assertThat(out.toString()).contains("2 classes: 6, 7");
    predict("rows.parquet", "predicted.json");
    assertThat(spark.read().json(place("predicted.json")).schema().apply("both").dataType())
        .isInstanceOf(org.apache.spark.sql.types.ArrayType.class);
    assertThat(spark.read().json(place("predicted.json")).columns())
        .contains("both", "class", "p_6", "p_7");
  }

  @Test
  void missingColumnsAreNamedWithThoseThereAre() {
    Moons.table(spark, 40, 2).write().parquet(place("rows.parquet"));
    assertRefused(
        "there is no column 'species', which --label names: the columns are x, y,",
        "train",
        "--input",
        place("rows.parquet"),
        "--label",
        "species",
        "--output",
        place("model"));
    assertRefused(
        "there is no column 'z', which --features names",
        "train",
        "--input",
        place("rows.parquet"),
        "--label",
        "kind",
        "--features",
        "x,z",
        "--output",
        place("model"));
    assertRefused(
        "column 'kind', which --features names, must hold numbers",
        "train",
        "--input",
        place("rows.parquet"),
        "--label",
        "truth",
        "--features",
        "x,kind",
        "--output",
        place("model"));
    assertThat(folder.resolve("model")).doesNotExist();
  }

  @Test
  void gapsInFeaturesAreSaidByRow() {
    Moons.table(spark, 40, 2)
        .coalesce(1)
        .withColumn("x", functions.when(functions.col("x").gt(0), functions.col("x")))
        .write()
        .parquet(place("rows.parquet"));
    assertRefused(
        "has the value NaN",
        "train",
        "--input",
        place("rows.parquet"),
        "--label",
        "kind",
        "--features",
        "x,y",
        "--output",
        place("model"));
  }

  private void train(String input, String label, String model) {
    List<String> args =
        new ArrayList<>(
            List.of("train", "--input", place(input), "--label", label, "--output", place(model)));
    args.addAll(Arrays.asList(QUICK));
    int code = run(args.toArray(String[]::new));
    assertThat(code).as(err.toString()).isZero();
  }

  private void predict(String input, String output) {
    int code =
        run(
            "predict",
            "--model",
            place("model"),
            "--input",
            place(input),
            "--output",
            place(output));
    assertThat(code).as(err.toString()).isZero();
  }

  private void assertRefused(String sentence, String... args) {
    err.getBuffer().setLength(0);
    assertThat(run(args)).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains(sentence);
  }

  private int run(String... args) {
    return SparkMain.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  private static void write(Path csv, List<Row> rows) {
    StringBuilder text = new StringBuilder("x,y\n");
    rows.forEach(
        row -> text.append(row.getDouble(0)).append(',').append(row.getDouble(1)).append('\n'));
    try {
      java.nio.file.Files.writeString(csv, text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
