package io.kith.spark.command;

import io.kith.base.BadInputException;
import io.kith.spark.KithClassificationModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.ml.functions$;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "predict",
    description = "Adds class and probabilities to rows; needs the model alone.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PredictCommand implements Callable<Integer> {
  private static final String INDEX = "__kith_index";
  private static final String PROBABILITY = "__kith_probability";

  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "PATH",
      description = "Model folder of kith-spark train or of kith train.")
  private String folder;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "PATH",
      description = "Rows like those trained on, of any form that train reads.")
  private String input;

  @Option(
      names = "--features",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "Columns of the features, in the order in which they were learned from. Default: the"
              + " columns named like them, or the one vector or array.")
  private List<String> features = List.of();

  @Option(
      names = "--output",
      required = true,
      paramLabel = "PATH",
      description =
          "Where to write the rows with their class and the probability of each class: a folder,"
              + " of the form its name ends in, else Parquet. It must not exist.")
  private String output;

  @Option(names = "--debug", description = "Show stack traces of errors.")
  private boolean debug;

  @Override
  public Integer call() throws IOException {
    TableFiles.requireAbsent("--output", output);
    TableFiles.requirePresent("--model", folder);
    TableFiles.requirePresent("--input", input);
    SparkSession spark = SparkSession.builder().appName("kith-spark predict").getOrCreate();
    KithClassificationModel model = KithClassificationModel.load(folder);
    Dataset<Row> table = TableFiles.read(spark, input);
    TableFiles.write(predicted(model, table), output);
    spec.commandLine().getOut().println("predictions  " + output);
    return 0;
  }

  /** The table with the columns that kith predict writes: class, and p_NAME for each class. */
  private Dataset<Row> predicted(KithClassificationModel model, Dataset<Row> table) {
    List<String> classes = model.classNames();
    List<Column> columns = new ArrayList<>();
    for (String name : table.schema().fieldNames()) {
      columns.add(functions.col(FeatureColumns.quoted(name)));
    }
    Column names = functions.array(classes.stream().map(functions::lit).toArray(Column[]::new));
    Column index = functions.col(INDEX).cast("int").plus(1); // element_at counts from 1
    columns.add(functions.element_at(names, index).as("class"));
    for (int c = 0; c < classes.size(); c++) {
      columns.add(functions.col(PROBABILITY).getItem(c).as("p_" + classes.get(c)));
    }
    requireNew(table.schema(), classes);
    model
        .setFeaturesCol(FeatureColumns.ASSEMBLED)
        .setPredictionCol(INDEX)
        .setProbabilityCol(PROBABILITY)
        .setRawPredictionCol("");
    return model
        .transform(chosen(model, table.schema()).assemble(table))
        .withColumn(
            PROBABILITY, functions$.MODULE$.vector_to_array(functions.col(PROBABILITY), "float64"))
        .select(columns.toArray(Column[]::new));
  }

  private FeatureColumns chosen(KithClassificationModel model, StructType schema) {
    if (!features.isEmpty()) {
      return FeatureColumns.named(schema, features);
    }
    List<String> learned = model.model().schema().featureNames();
    if (List.of(schema.fieldNames()).containsAll(learned)) {
      return FeatureColumns.named(schema, learned);
    }
    List<String> vectors =
        Arrays.stream(schema.fields())
            .filter(field -> FeatureColumns.isVector(field.dataType()))
            .map(field -> field.name())
            .toList();
    if (vectors.size() == 1) {
      return FeatureColumns.named(schema, vectors);
    }
    String missing =
        learned.stream()
            .filter(name -> !List.of(schema.fieldNames()).contains(name))
            .findFirst()
            .orElseThrow();
    throw new BadInputException(
        String.format(
            "there is no column '%s', which the model was trained on: the columns are %s; name the"
                + " features with --features.",
            missing, String.join(", ", schema.fieldNames())));
  }

  private static void requireNew(StructType schema, List<String> classes) {
    List<String> added = new ArrayList<>(List.of("class"));
    classes.forEach(name -> added.add("p_" + name));
    for (String name : schema.fieldNames()) {
      if (added.stream().anyMatch(name::equalsIgnoreCase)) {
        throw new BadInputException(
            "the input has a column '" + name + "' already, which is for predictions: rename it.");
      }
    }
  }
}
