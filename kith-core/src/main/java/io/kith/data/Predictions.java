package io.kith.data;

import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what a model says about rows, as {@code .csv}, {@code .tsv} or {@code .parquet}: id, label
 * where known, predicted class, and the probability of each class ({@code p_name}). A row about
 * which nothing is known, every probability 0, has no predicted class.
 *
 * <p>Probabilities come in chunks of rows, in order, so that memory stays bounded; the file appears
 * whole or not at all.
 */
public final class Predictions {
  private Predictions() {}

  /** Takes chunks of rows, in order and without gaps. */
  @FunctionalInterface
  public interface Sink {
    /** Row 0 of the probabilities is row {@code firstRow} of the data set. */
    void accept(int firstRow, FloatMatrix probabilities);
  }

  /** Hands all chunks to the sink. */
  @FunctionalInterface
  public interface Source {
    void sendTo(Sink sink);
  }

  /** What a model says about a chunk of rows. */
  @FunctionalInterface
  public interface Predictor {
    /** Probabilities, one row for each of the chunk; they are closed when they are written. */
    FloatMatrix probabilities(RowChunk chunk);
  }

  /** Writes rows as they go by. */
  public static void write(
      Path file, RowStream rows, List<String> classNames, Predictor predictor) {
    boolean hasLabels = !rows.classNames().isEmpty();
    write(
        file,
        classNames,
        hasLabels,
        table ->
            rows.forEach(
                chunk -> {
                  try (FloatMatrix probabilities = predictor.probabilities(chunk)) {
                    writeChunk(table, chunk, hasLabels, classNames, probabilities);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  public static void write(Path file, Dataset dataset, List<String> classNames, Source source) {
    boolean hasLabels = dataset.labels().labeledCount() > 0;
    write(
        file,
        classNames,
        hasLabels,
        table -> {
          Writing writing = new Writing(table, dataset, classNames, hasLabels);
          source.sendTo(writing);
          writing.requireComplete();
        });
  }

  private static void write(
      Path file, List<String> classNames, boolean hasLabels, TableWriter.Rows rows) {
    List<String> texts = new ArrayList<>(List.of("id"));
    if (hasLabels) {
      texts.add("label");
    }
    texts.add("predicted");
    List<String> floats = classNames.stream().map(name -> "p_" + name).toList();
    TableWriter.write(
        file,
        texts,
        floats,
        table -> {
          try {
            rows.writeTo(table);
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
        });
  }

  private static void writeChunk(
      TableWriter table,
      RowChunk chunk,
      boolean hasLabels,
      List<String> classNames,
      FloatMatrix probabilities)
      throws IOException {
    Labels labels = chunk.rows().labels();
    float[] row = new float[classNames.size()];
    for (int i = 0; i < probabilities.rows(); i++) {
      probabilities.copyRow(i, row);
      table.text(chunk.id(i));
      if (hasLabels) {
        table.text(labels.isLabeled(i) ? labels.name(labels.label(i)) : "");
      }
      int best = 0;
      for (int c = 1; c < row.length; c++) {
        if (row[c] > row[best]) {
          best = c;
        }
      }
      table.text(row[best] > 0 ? classNames.get(best) : "");
      for (float probability : row) {
        table.number(probability);
      }
      table.endRow();
    }
  }

  private static final class Writing implements Sink {
    private final TableWriter table;
    private final Dataset dataset;
    private final List<String> classNames;
    private final boolean hasLabels;
    private int written;

    Writing(TableWriter table, Dataset dataset, List<String> classNames, boolean hasLabels) {
      this.table = table;
      this.dataset = dataset;
      this.classNames = classNames;
      this.hasLabels = hasLabels;
    }

    @Override
    public void accept(int firstRow, FloatMatrix probabilities) {
      int classes = classNames.size();
      if (firstRow != written || probabilities.columns() != classes) {
        throw new IllegalArgumentException(
            String.format(
                "the next chunk must begin at row %d with %d classes, but began at %d with %d",
                written, classes, firstRow, probabilities.columns()));
      }
      int end = firstRow + probabilities.rows();
      try (FloatMatrix features = dataset.features().slice(firstRow, end)) {
        RowChunk chunk = DatasetStream.chunk(dataset, features, firstRow);
        writeChunk(table, chunk, hasLabels, classNames, probabilities);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      written = end;
    }

    void requireComplete() {
      if (written != dataset.size()) {
        throw new IllegalArgumentException(
            "predictions must be " + dataset.size() + ", one for each row, but were " + written);
      }
    }
  }
}
