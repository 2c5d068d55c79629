package io.kith.spark;

import io.kith.Kith;
import io.kith.RunContext;
import io.kith.RunContext.CheckpointPlace;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;

/** Collects the rows on the driver, outside its heap, and trains there as on any one machine. */
final class DriverTraining implements Training {
  private static final double SECONDS_BETWEEN_CHECKPOINTS = 300;

  private final String checkpointDir;

  DriverTraining(String checkpointDir) {
    this.checkpointDir = checkpointDir;
  }

  @Override
  public Model train(TrainingSet rows, RunOptions options) {
    int train = rows.size();
    int all = Math.addExact(train, rows.validation().size());
    int[] classes = new int[all];
    try (Parallel parallel = Parallel.ofMachine();
        FloatMatrix features = FloatMatrix.allocate(all, rows.columns())) {
      for (Iterator<RowChunk> chunks = rows.train().toLocalIterator(); chunks.hasNext(); ) {
        copy(chunks.next(), 0, features, classes);
      }
      copy(rows.validation(), train, features, classes);
      Dataset dataset =
          Dataset.of(features, rows.featureNames(), new Labels(classes, rows.classNames()));
      Split split =
          Split.of(
              IntStream.range(0, train).toArray(),
              IntStream.range(train, all).toArray(),
              new int[0]);
      Table table = new Table(dataset, Schema.numeric(rows.featureNames()), Map.of());
      return Kith.run(table, split, options, context(parallel)).model();
    }
  }

  private static void copy(RowChunk chunk, int shift, FloatMatrix features, int[] classes) {
    int columns = chunk.columns();
    for (int i = 0; i < chunk.size(); i++) {
      int row = shift + chunk.ids()[i];
      features.setRow(row, Arrays.copyOfRange(chunk.features(), i * columns, (i + 1) * columns));
      classes[row] = chunk.labels()[i];
    }
  }

  private RunContext context(Parallel parallel) {
    RunContext context = RunContext.silent(parallel);
    if (checkpointDir.isEmpty()) {
      return context;
    }
    return context.withCheckpoint(
        new CheckpointPlace(
            local(checkpointDir).resolve("checkpoint.npz"), SECONDS_BETWEEN_CHECKPOINTS, true));
  }

  private static Path local(String folder) {
    if (!folder.contains(":")) {
      return Path.of(folder);
    }
    URI uri = URI.create(folder);
    if (!"file".equals(uri.getScheme())) {
      throw new BadInputException(
          "checkpointDir must be a local folder where the driver trains, but was " + folder + ".");
    }
    return Path.of(uri.getPath());
  }
}
