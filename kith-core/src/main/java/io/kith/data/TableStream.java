package io.kith.data;

import io.kith.base.BadInputException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The rows of a table file, read chunk by chunk through DuckDB.
 *
 * <p>One pass beforehand counts the rows and finds the classes. Two buffers: while one chunk is
 * being used, a thread of its own reads the next.
 */
final class TableStream implements RowStream {
  private final DuckDb db;
  private final TableFile file;
  private final TableReader reader;
  private final Schema schema;
  private final int label;
  private final int rowsPerChunk;
  private final List<String> labelTexts = new ArrayList<>();
  private final Map<String, Integer> unknownCategories = new LinkedHashMap<>();
  private long size;

  private TableStream(
      DuckDb db, TableFile file, ReadOptions options, Schema schema, int rowsPerChunk) {
    if (rowsPerChunk < 1) {
      throw new IllegalArgumentException("rowsPerChunk must be >= 1, but was " + rowsPerChunk);
    }
    this.db = db;
    this.file = file;
    this.reader = new TableReader(db, file, options);
    this.schema = schema;
    this.rowsPerChunk = rowsPerChunk;
    this.label = reader.labelColumn();
    reader.columns(schema);
  }

  static RowStream open(Path path, ReadOptions options, Schema schema, int rowsPerChunk)
      throws SQLException {
    DuckDb db = new DuckDb();
    try {
      TableFile file = TableFile.open(path, options, db);
      TableStream stream = new TableStream(db, file, options, schema, rowsPerChunk);
      try {
        stream.countRows();
        return stream;
      } catch (SQLException e) {
        throw file.broken(e);
      }
    } catch (RuntimeException e) {
      db.close();
      throw e;
    }
  }

  private void countRows() throws SQLException {
    String text = label < 0 ? "''" : reader.text(label);
    db.query(
        "SELECT " + text + ", count(*) FROM " + file.from() + " GROUP BY 1",
        counts -> {
          while (counts.next()) {
            labelTexts.add(counts.getString(1));
            size += counts.getLong(2);
          }
          return null;
        });
    if (size == 0) {
      throw new BadInputException(file.path() + " has columns but no rows: add rows to it.");
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public List<String> classNames() {
    if (!reader.softClasses().isEmpty()) {
      return reader.softClasses();
    }
    NameIndex index = new NameIndex(0);
    labelTexts.forEach(index::add);
    return index.labels(0).names();
  }

  @Override
  public void forEach(Consumer<RowChunk> consumer) {
    try {
      TableReader.Reading one = reading();
      TableReader.Reading other = reading();
      try (one;
          other) {
        db.query(one.sql(), results -> pass(results, one, other, consumer));
        one.addMissing(other);
        one.requireTrulyMissing();
        for (TableReader.Reading reading : List.of(one, other)) {
          reading.unknownCategories.forEach((c, n) -> unknownCategories.merge(c, n, Integer::sum));
        }
      }
    } catch (SQLException e) {
      throw file.broken(e);
    }
  }

  private TableReader.Reading reading() {
    int rows = (int) Math.min(rowsPerChunk, size);
    TableReader.Reading reading = reader.reading(rows, schema);
    labelTexts.forEach(reading.labels::add);
    return reading;
  }

  private Void pass(
      ResultSet results,
      TableReader.Reading one,
      TableReader.Reading other,
      Consumer<RowChunk> consumer)
      throws SQLException {
    ExecutorService ahead =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "kith-read"));
    try {
      TableReader.Reading now = one;
      TableReader.Reading next = other;
      long first = 0;
      int count = now.fill(results, 0);
      while (count > 0) {
        TableReader.Reading following = next;
        long from = first + count;
        Future<Integer> coming = ahead.submit(() -> following.fill(results, from));
        consumer.accept(new RowChunk(first, now.dataset(count)));
        next = now;
        now = following;
        first = from;
        count = await(coming);
      }
      return null;
    } finally {
      rest(ahead);
    }
  }

  private static int await(Future<Integer> coming) throws SQLException {
    try {
      return coming.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof SQLException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("reading was interrupted", e);
    }
  }

  /** The caller closes the results, so the reading thread must have left them alone by then. */
  private static void rest(ExecutorService ahead) {
    ahead.shutdown();
    boolean interrupted = false;
    for (boolean done = false; !done; ) {
      try {
        done = ahead.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public Map<String, Integer> unknownCategories() {
    return Collections.unmodifiableMap(unknownCategories);
  }

  @Override
  public void close() {
    try {
      db.close();
    } catch (SQLException e) {
      throw file.broken(e);
    }
  }
}
