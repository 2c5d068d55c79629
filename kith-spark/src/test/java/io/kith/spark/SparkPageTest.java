package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.learner.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntArrayParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The code and the settings of docs/spark.md, and the module for Python, which are compared here.
 */
class SparkPageTest {
  private static final Path PAGE = Path.of("../docs/spark.md");
  private static final Path PYTHON = Path.of("src/main/resources/kith_spark.py");

  /** Settings that every classifier of Spark ML has. */
  private static final Set<String> SPARKS_OWN =
      Set.of(
          "featuresCol",
          "labelCol",
          "predictionCol",
          "probabilityCol",
          "rawPredictionCol",
          "thresholds");

  @TempDir Path folder;

  @Test
  void theExample() throws IOException {
    SparkSession spark = LocalSpark.session();
    String input = folder.resolve("rows.parquet").toString();
    String output = folder.resolve("model").toString();
    Moons.table(spark, 1000, 5).drop("label").write().parquet(input);
    // <fit>
    Dataset<Row> rows = spark.read().parquet(input); // x, y, and kind: a name, null for most rows

    StringIndexer classes =
        new StringIndexer().setInputCol("kind").setOutputCol("label").setHandleInvalid("keep");
    VectorAssembler features =
        new VectorAssembler().setInputCols(new String[] {"x", "y"}).setOutputCol("features");
    KithClassifier kith =
        new KithClassifier()
            .setHiddenLayers(new int[] {64})
            .setLearningRate(0.01)
            .setEpochs(100)
            .setWorkers(2);

    PipelineModel fitted =
        new Pipeline().setStages(new PipelineStage[] {classes, features, kith}).fit(rows);
    Dataset<Row> predicted = fitted.transform(rows); // prediction, probability, rawPrediction
    // </fit>
    // <save>
    KithClassificationModel model = (KithClassificationModel) fitted.stages()[2];
    List<String> names = model.classNames(); // "waning" is index 0, "waxing" is 1
    model.write().save(output); // a folder that kith predict reads, too
    KithClassificationModel read = KithClassificationModel.load(output);
    // </save>
    double accuracy =
        new MulticlassClassificationEvaluator()
            .setLabelCol("truth")
            .setMetricName("accuracy")
            .evaluate(predicted);
    assertThat(accuracy).isGreaterThan(0.95);
    assertThat(names).containsExactly("waning", "waxing");
    assertThat(read.numFeatures()).isEqualTo(2);
    try (Model same = Model.load(Path.of(output))) {
      assertThat(same.classNames()).isEqualTo(names);
    }
  }

  @Test
  void thePageShowsThisCode() throws IOException {
    List<String> source =
        Files.readAllLines(Path.of("src/test/java/io/kith/spark/SparkPageTest.java"));
    String page = Files.readString(PAGE);
    assertThat(page).contains(snippet(source, "fit")).contains(snippet(source, "save"));
  }

  @Test
  void thePageListsEverySetting() throws IOException {
    KithClassifier defaults = new KithClassifier();
    List<String> rows = Files.readAllLines(PAGE).stream().filter(l -> l.startsWith("| `")).toList();
    List<String> expected = new ArrayList<>();
    for (Param<?> param : ownSettings(defaults)) {
      String value = text(defaults.getDefault(param).get());
      expected.add(
          String.format(
              "| `%s` | %s | %s |",
              param.name(), value.isEmpty() ? "" : "`" + value + "`", param.doc()));
    }
    assertThat(rows).containsAll(expected);
  }

  @Test
  void scalaOnThePageCompiles() throws IOException {
    List<String> code = block("scala");
    List<String> program = new ArrayList<>();
    program.add("object Page {");
    program.add("def run(spark: org.apache.spark.sql.SparkSession): Unit = {");
    program.addAll(code);
    program.add("}}");
    Path file = Files.write(folder.resolve("Page.scala"), program);
    boolean compiled =
        new scala.tools.nsc.MainClass()
            .process(
                new String[] {
                  "-classpath",
                  System.getProperty("java.class.path"),
                  "-d",
                  folder.toString(),
                  file.toString()
                });
    assertThat(compiled).as("compiled " + String.join("\n", program)).isTrue();
    assertThat(folder.resolve("Page.class")).exists();
  }

  @Test
  void pythonHasTheSettingsOfTheClass() throws IOException {
    List<String> expected = new ArrayList<>();
    for (Param<?> param : ownSettings(new KithClassifier())) {
      String quote = param.doc().contains("\"") ? "'" : "\"";
      expected.add(
          String.format(
              "    \"%s\": (TypeConverters.%s, %s%s%s),",
              param.name(), converter(param), quote, param.doc(), quote));
    }
    assertThat(Files.readAllLines(PYTHON).stream().filter(l -> l.contains(": (TypeConverters.")))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void pythonOnThePageUsesSettingsThereAre() throws IOException {
    String code = String.join("\n", block("python"));
    assertThat(code).contains("from kith_spark import");
    List<String> names =
        ownSettings(new KithClassifier()).stream().<String>map(Param::name).toList();
    Matcher call = Pattern.compile("KithClassifier\\(([^)]*)\\)").matcher(code);
    assertThat(call.find()).isTrue();
    for (String setting : call.group(1).split(",\\s*(?=\\w+=)")) {
      assertThat(names).contains(setting.strip().replaceFirst("=.*", ""));
    }
  }

  private static List<Param<?>> ownSettings(KithClassifier classifier) {
    return Arrays.<Param<?>>asList(classifier.params()).stream()
        .filter(param -> !SPARKS_OWN.contains(param.name()))
        .toList();
  }

  private static String converter(Param<?> param) {
    if (param instanceof IntParam || param instanceof LongParam) {
      return "toInt";
    }
    if (param instanceof DoubleParam) {
      return "toFloat";
    }
    return param instanceof IntArrayParam ? "toListInt" : "toString";
  }

  private static String text(Object value) {
    return value instanceof int[] widths
        ? String.join(", ", Arrays.stream(widths).mapToObj(Integer::toString).toList())
        : value.toString();
  }

  /** The first block of code of a language. */
  private static List<String> block(String language) throws IOException {
    try (Stream<String> lines = Files.lines(PAGE)) {
      return lines
          .dropWhile(line -> !line.equals("```" + language))
          .skip(1)
          .takeWhile(line -> !line.equals("```"))
          .toList();
    }
  }

  private static String snippet(List<String> source, String name) {
    int from = source.stream().map(String::strip).toList().indexOf("// <" + name + ">");
    int to = source.stream().map(String::strip).toList().indexOf("// </" + name + ">");
    assertThat(from).as("snippet " + name).isNotNegative();
    int indent = source.get(from).indexOf('/');
    return String.join(
        "\n",
        source.subList(from + 1, to).stream()
            .map(line -> line.isBlank() ? "" : line.substring(indent))
            .toList());
  }
}
