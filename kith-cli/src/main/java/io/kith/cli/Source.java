package io.kith.cli;

import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Datasets;
import io.kith.data.Labels;
import io.kith.data.ReadOptions;
import io.kith.data.RowStream;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.speech.Corpus;
import io.kith.speech.Frames;
import io.kith.speech.FramesOptions;
import io.kith.speech.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a person names as data: a file, or a folder with a speech corpus, which brings its own
 * split.
 */
record Source(Table table, Optional<Split> ownSplit) {

  static Source read(
      Path data, ReadOptions options, FramesOptions speech, Parallel parallel, Console console) {
    if (!Files.isDirectory(data)) {
      return new Source(Datasets.read(data, options), Optional.empty());
    }
    Frames frames = Frames.read(Corpus.read(data), speech, parallel, console);
    warnSkipped(frames.skipped(), console);
    return of(frames);
  }

  /** Opens rows to go through them once, the way a model's training rows were read. */
  static RowStream streamFor(
      Path data,
      ReadOptions options,
      FramesOptions speech,
      Schema schema,
      int rowsPerChunk,
      Parallel parallel,
      Console console) {
    return Files.isDirectory(data)
        ? RowStream.of(read(data, options, speech, parallel, console).table(), rowsPerChunk)
        : Datasets.stream(data, options, schema, rowsPerChunk);
  }

  /** The labels of the data that a graph was made from. */
  static Labels labels(
      Path data, int rows, ReadOptions options, Parallel parallel, Console console) {
    Labels labels =
        read(data, options, FramesOptions.defaults(), parallel, console).table().dataset().labels();
    if (labels.size() != rows) {
      throw new BadInputException(
          data
              + " has "
              + labels.size()
              + " rows, but the graph has "
              + rows
              + ": name the data that the graph was made from.");
    }
    return labels;
  }

  static Source of(Frames frames) {
    Dataset dataset = frames.dataset();
    Split split =
        Split.of(frames.rows(Part.TRAIN), frames.rows(Part.DEVELOPMENT), frames.rows(Part.TEST));
    Table table = new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of());
    return new Source(table, Optional.of(split));
  }

  static void warnSkipped(List<String> skipped, Console console) {
    skipped.stream().limit(10).forEach(console::warn);
    if (!skipped.isEmpty()) {
      console.warn(skipped.size() + " utterances were skipped.");
    }
  }

  Split split(RunOptions options) {
    return ownSplit.orElseGet(
        () -> Split.of(table.dataset(), options.split(), new Seed(options.seed())));
  }
}
