package io.kith.reproduce;

import io.kith.Preparation;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.graph.BuiltGraph;
import io.kith.graph.Neighbors;
import io.kith.graph.NeighborsFile;
import io.kith.graph.SearchPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the experiments share: the rows, made ready once and only when one asks, and their
 * neighbours, which stay in a file for the next time.
 *
 * <p>Not for sharing between threads.
 */
final class Laboratory implements AutoCloseable {
  private final Table table;
  private final Split split;
  private final Path folder;
  private final RunContext context;
  private Preparation rows;

  Laboratory(Table table, Split split, Path folder, RunContext context) {
    this.table = table;
    this.split = split;
    this.folder = folder;
    this.context = context;
  }

  Table table() {
    return table;
  }

  Split split() {
    return split;
  }

  Path folder() {
    return folder;
  }

  RunContext context() {
    return context;
  }

  /** The labels of the training rows, also those that training may not see: for measures alone. */
  Labels knownLabels() {
    return table.dataset().labels().gather(split.train());
  }

  /** The rows, with their neighbours found. */
  Preparation rows(RunOptions options) {
    if (rows == null) {
      rows = new Preparation(table, split, context.parallel());
      findNeighbors(options);
    }
    return rows;
  }

  BuiltGraph graph(RunOptions options) {
    return rows(options).graph(options, context);
  }

  private void findNeighbors(RunOptions options) {
    Path file = folder.resolve("neighbors.npz");
    Path note = folder.resolve("neighbors.json");
    String fingerprint = fingerprint(options);
    if (Files.exists(file) && Files.exists(note)) {
      Note kept = Json.read(note, Note.class);
      if (kept.fingerprint.equals(fingerprint)) {
        Neighbors neighbors = NeighborsFile.read(file);
        SearchPlan plan =
            SearchPlan.of(rows.features().rows(), rows.features().columns(), options.graph());
        rows.take(BuiltGraph.of(neighbors, options.graph(), plan, kept.recall), options);
        return;
      }
    }
    BuiltGraph built = rows.graph(options, context);
    forget(note); // or it would vouch for neighbours that are not its own
    NeighborsFile.write(file, built.neighbors());
    Json.write(note, new Note(fingerprint, built.recall()));
  }

  private static void forget(Path note) {
    try {
      Files.deleteIfExists(note);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fingerprint(RunOptions options) {
    return new Fingerprint()
        .add(table.dataset().fingerprint())
        .add(split.train())
        .add(Json.text(options.graph()))
        .add(options.seed())
        .text();
  }

  /** What the file of neighbours belongs to. */
  private record Note(String fingerprint, double recall) {}

  /** Gives the memory of the rows back; they are made ready again when a stage asks. */
  @Override
  public void close() {
    if (rows != null) {
      rows.close();
      rows = null;
    }
  }
}
