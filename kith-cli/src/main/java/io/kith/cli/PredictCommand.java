package io.kith.cli;

import io.kith.base.Parallel;
import io.kith.data.Dataset;
import io.kith.data.Predictions;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Model;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "predict",
    description = "Writes class and probabilities of rows; needs the model alone.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PredictCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "The model folder of a run.")
  private Path folder;

  @Parameters(index = "1", paramLabel = "DATA", description = "Rows like those trained on.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "predictions.csv",
      description = "CSV, TSV or Parquet file to write. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Mixin private CommonFlags common;
  @Mixin private FrameFlags speech;

  @Override
  public Integer call() {
    common.requireDevice();
    Console console = common.console();
    try (Model model = Model.load(folder);
        Parallel parallel = common.parallel()) {
      Table table =
          Source.readFor(
              data, model.reading(), speech.options(), model.schema(), parallel, console);
      Dataset dataset = table.dataset();
      Predictions.write(
          out,
          dataset,
          model.classNames(),
          sink -> model.predict(dataset.features(), parallel, sink));
      table
          .unknownCategories()
          .forEach(
              (column, rows) ->
                  console.warn(
                      rows
                          + " rows have a value of column '"
                          + column
                          + "' that the model has never seen; it counts as none."));
      console.print("predictions  %s (%,d rows)", out, dataset.size());
      if (dataset.labels().labeledCount() > 0
          && dataset.labels().names().equals(model.classNames())) {
        try (FloatMatrix logP = model.logProbabilities(dataset.features(), parallel)) {
          Evaluation evaluation = Evaluation.of(logP, dataset.labels());
          console.print(
              "accuracy     %.1f %% of %,d labelled rows",
              100 * evaluation.accuracy(), evaluation.count());
        }
      }
      return 0;
    }
  }
}
