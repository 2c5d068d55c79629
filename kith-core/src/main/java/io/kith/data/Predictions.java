package io.kith.data;

import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what a model says about rows, as {@code .csv}, {@code .tsv} or {@code .parquet}: id, label
 * where known, predicted class, and the probability of each class ({@code p_name}).
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

  public static void write(Path file, Dataset dataset, List<String> classNames, Source source) {
    boolean hasLabels = dataset.labels().labeledCount() > 0;
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
          Writing writing = new Writing(table, dataset, classNames, hasLabels);
          try {
            source.sendTo(writing);
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
          writing.requireComplete();
        });
  }

  private static final class Writing implements Sink {
    private final TableWriter table;
    private final Dataset dataset;
    private final List<String> classNames;
    private final boolean hasLabels;
    private final float[] row;
    private int written;

    Writing(TableWriter table, Dataset dataset, List<String> classNames, boolean hasLabels) {
      this.table = table;
      this.dataset = dataset;
      this.classNames = classNames;
      this.hasLabels = hasLabels;
      this.row = new float[classNames.size()];
    }

    @Override
    public void accept(int firstRow, FloatMatrix probabilities) {
      if (firstRow != written || probabilities.columns() != row.length) {
        throw new IllegalArgumentException(
            String.format(
                "the next chunk must begin at row %d with %d classes, but began at %d with %d",
                written, row.length, firstRow, probabilities.columns()));
      }
      try {
        for (int i = 0; i < probabilities.rows(); i++) {
          probabilities.copyRow(i, row);
          writeRow(firstRow + i);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      written += probabilities.rows();
    }

    private void writeRow(int i) throws IOException {
      table.text(dataset.id(i));
      if (hasLabels) {
        Labels labels = dataset.labels();
        table.text(labels.isLabeled(i) ? labels.name(labels.label(i)) : "");
      }
      int best = 0;
      for (int c = 1; c < row.length; c++) {
        if (row[c] > row[best]) {
          best = c;
        }
      }
      table.text(classNames.get(best));
      for (float probability : row) {
        table.number(probability);
      }
      table.endRow();
    }

    void requireComplete() {
      if (written != dataset.size()) {
        throw new IllegalArgumentException(
            "predictions must be " + dataset.size() + ", one for each row, but were " + written);
      }
    }
  }
}
