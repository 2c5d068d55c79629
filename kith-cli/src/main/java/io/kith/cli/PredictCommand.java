package io.kith.cli;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.data.Npy;
import io.kith.data.Predictions;
import io.kith.data.RowChunk;
import io.kith.data.RowStream;
import io.kith.engine.FloatMatrix;
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
  private static final int ROWS_PER_CHUNK = 8192;

  @Parameters(index = "0", paramLabel = "MODEL", description = "The model folder of a run.")
  private Path folder;

  @Parameters(
      index = "1",
      paramLabel = "DATA",
      description = "Rows like those trained on; a table may be larger than memory.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "predictions.csv",
      description = "CSV, TSV or Parquet file to write. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--embeddings",
      paramLabel = "FILE",
      description = "Also write the last hidden layer, one row for each, to this .npy file.")
  private Path embeddings;

  @Mixin private CommonFlags common;
  @Mixin private FrameFlags speech;

  @Override
  public Integer call() {
    common.requireDevice();
    if (embeddings != null && !embeddings.toString().endsWith(".npy")) {
      throw new BadInputException(
          "embeddings are written as .npy, but --embeddings was " + embeddings + ".");
    }
    Console console = common.console();
    try (Model model = Model.load(folder);
        Parallel parallel = common.parallel();
        RowStream rows =
            Source.streamFor(
                data,
                model.reading(),
                speech.options(),
                model.schema(),
                ROWS_PER_CHUNK,
                parallel,
                console)) {
      model.predictOn(common.device());
      Score score = new Score(model.classNames(), rows.classNames());
      if (embeddings == null) {
        writePredictions(model, rows, score, parallel, console);
      } else {
        writeBoth(model, rows, score, parallel, console);
      }
      rows.unknownCategories()
          .forEach(
              (column, count) ->
                  console.warn(
                      count
                          + " rows have a value of column '"
                          + column
                          + "' that the model has never seen; it counts as none."));
      console.print("predictions  %s (%,d rows)", out, rows.size());
      if (embeddings != null) {
        console.print("embeddings   %s (%,d units)", embeddings, model.embeddingUnits());
      }
      if (score.count() > 0) {
        console.print(
            "accuracy     %.1f %% of %,d labelled rows", 100 * score.accuracy(), score.count());
      }
      return 0;
    }
  }

  private void writePredictions(
      Model model, RowStream rows, Score score, Parallel parallel, Console console) {
    Predictions.write(
        out,
        rows,
        model.classNames(),
        chunk -> {
          FloatMatrix probabilities = model.probabilities(chunk.rows().features(), parallel);
          took(chunk, probabilities, rows, score, console);
          return probabilities;
        });
  }

  /** One pass writes predictions and embeddings; each file appears whole or not at all. */
  private void writeBoth(
      Model model, RowStream rows, Score score, Parallel parallel, Console console) {
    int units = model.embeddingUnits();
    Npy.write(
        embeddings,
        rows.size(),
        units,
        sink ->
            Predictions.write(
                out,
                rows,
                model.classNames(),
                chunk -> {
                  try (FloatMatrix hidden = FloatMatrix.allocate(chunk.rows().size(), units)) {
                    FloatMatrix probabilities =
                        model.probabilities(chunk.rows().features(), hidden, parallel);
                    sink.accept(hidden);
                    took(chunk, probabilities, rows, score, console);
                    return probabilities;
                  }
                }));
  }

  private static void took(
      RowChunk chunk, FloatMatrix probabilities, RowStream rows, Score score, Console console) {
    score.add(probabilities, chunk.rows().labels());
    console.at("predict", chunk.firstRow() + chunk.rows().size(), rows.size(), "rows");
  }
}
