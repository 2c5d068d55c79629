package io.kith.spark.command;

import io.kith.base.BadInputException;
import io.kith.spark.KithClassificationModel;
import io.kith.spark.KithClassifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "train",
    description =
        "Learns a classifier from rows of which some have labels, and writes its model folder.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class TrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "PATH",
      description =
          "Rows: a file or folder that Spark reads, of the form its name ends in (.csv, .tsv,"
              + " .json, .jsonl, .orc), else Parquet.")
  private String input;

  @Option(
      names = "--label",
      required = true,
      paramLabel = "COLUMN",
      description = "Column with the class of a row; null, NaN or empty where it is not known.")
  private String label;

  @Option(
      names = "--features",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "Columns to learn from: numbers, vectors or arrays. Default: all columns of numbers but"
              + " the label, or the one vector or array.")
  private List<String> features = List.of();

  @Option(
      names = "--output",
      required = true,
      paramLabel = "PATH",
      description = "Model folder to write; it must not exist.")
  private String output;

  @Option(names = "--debug", description = "Show stack traces of errors.")
  private boolean debug;

  /** With an option for every setting of the classifier. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new TrainCommand());
    ParamOptions.addTo(line.getCommandSpec());
    return line;
  }

  @Override
  public Integer call() throws IOException {
    KithClassifier classifier = new KithClassifier();
    ParamOptions.apply(spec.commandLine().getParseResult(), classifier);
    classifier.runOptions();
    TableFiles.requireAbsent("--output", output);
    TableFiles.requirePresent("--input", input);
    SparkSession spark = SparkSession.builder().appName("kith-spark train").getOrCreate();
    KithClassificationModel model = classifier.fit(rows(spark, classifier));
    model.write().save(output);
    spec.commandLine()
        .getOut()
        .println(
            String.format(
                Locale.ROOT,
                "model  %s (%d features, %d classes: %s)",
                output,
                model.numFeatures(),
                model.numClasses(),
                String.join(", ", model.classNames())));
    return 0;
  }

  /** The columns that are learned from, under the names that Spark ML has for them. */
  private Dataset<Row> rows(SparkSession spark, KithClassifier classifier) {
    Dataset<Row> table = TableFiles.read(spark, input);
    String validates = classifier.getValidationIndicatorCol();
    FeatureColumns.require(table.schema(), label, "--label");
    if (!validates.isEmpty()) {
      FeatureColumns.require(table.schema(), validates, "--validation-indicator-col");
    }
    FeatureColumns chosen =
        features.isEmpty()
            ? FeatureColumns.allBut(table.schema(), List.of(label, validates))
            : FeatureColumns.named(table.schema(), features);
    if (chosen.names().contains(label)) {
      throw new BadInputException(
          "column '" + label + "' is --label and among --features: a label is not learned from.");
    }
    Dataset<Row> complete = LabelColumn.index(chosen.assemble(table), label);
    List<Column> columns = new ArrayList<>();
    columns.add(functions.col(FeatureColumns.ASSEMBLED).as(classifier.getFeaturesCol()));
    columns.add(functions.col(LabelColumn.INDEXED).as(classifier.getLabelCol()));
    if (!validates.isEmpty()) {
      columns.add(functions.col(FeatureColumns.quoted(validates)));
    }
    return complete.select(columns.toArray(Column[]::new));
  }
}
