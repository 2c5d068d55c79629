package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.WholeFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Writes a table row by row: first text columns, then float columns.
 *
 * <p>A Parquet file is made from a CSV file beside it, which DuckDB converts block by block:
 * neither step holds the table in memory. Floats are written with as many digits as it takes to
 * read the same float back.
 */
public final class TableWriter {
  private final BufferedWriter out;
  private final char delimiter;
  private boolean lineBegun;

  private TableWriter(BufferedWriter out, char delimiter) {
    this.out = out;
    this.delimiter = delimiter;
  }

  /** Writes the rows of a table, without its header. */
  @FunctionalInterface
  public interface Rows {
    void writeTo(TableWriter table) throws IOException;
  }

  /**
   * Writes a {@code .csv}, {@code .tsv} or {@code .parquet} file that appears whole or not at all.
   */
  public static void write(Path file, List<String> texts, List<String> floats, Rows rows) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      char delimiter = name.endsWith(".csv") ? ',' : '\t';
      WholeFiles.writeVia(file, part -> writeText(part, delimiter, texts, floats, rows));
    } else if (name.endsWith(".parquet")) {
      WholeFiles.writeVia(file, part -> writeParquet(part, texts, floats, rows));
    } else {
      throw new BadInputException(
          "the extension of " + file + " says no format to write: use .csv, .tsv or .parquet.");
    }
  }

  public TableWriter text(String value) throws IOException {
    separate();
    boolean plain = true;
    for (int i = 0; i < value.length() && plain; i++) {
      char c = value.charAt(i);
      plain = c != delimiter && c != '"' && c != '\n' && c != '\r';
    }
    out.write(plain ? value : '"' + value.replace("\"", "\"\"") + '"');
    return this;
  }

  /** NaN, a missing value, is written as nothing. */
  public TableWriter number(float value) throws IOException {
    separate();
    if (!Float.isNaN(value)) {
      out.write(Float.toString(value));
    }
    return this;
  }

  public void endRow() throws IOException {
    out.write('\n');
    lineBegun = false;
  }

  private void separate() throws IOException {
    if (lineBegun) {
      out.write(delimiter);
    }
    lineBegun = true;
  }

  private static void writeText(
      Path file, char delimiter, List<String> texts, List<String> floats, Rows rows)
      throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      TableWriter table = new TableWriter(out, delimiter);
      for (String name : texts) {
        table.text(name);
      }
      for (String name : floats) {
        table.text(name);
      }
      table.endRow();
      rows.writeTo(table);
    }
  }

  private static void writeParquet(Path file, List<String> texts, List<String> floats, Rows rows)
      throws IOException {
    Path between = file.resolveSibling(file.getFileName() + ".csv");
    try (DuckDb db = new DuckDb()) {
      writeText(between, ',', texts, floats, rows);
      StringBuilder types = new StringBuilder();
      StringBuilder columns = new StringBuilder();
      for (int j = 0; j < texts.size() + floats.size(); j++) {
        boolean isText = j < texts.size();
        String name = isText ? texts.get(j) : floats.get(j - texts.size());
        String comma = j == 0 ? "" : ", ";
        types.append(comma).append("c").append(j).append(isText ? ":'VARCHAR'" : ":'FLOAT'");
        columns.append(comma).append("c").append(j).append(" AS ").append(DuckDb.identifier(name));
      }
      db.execute(
          "COPY (SELECT "
              + columns
              + " FROM read_csv("
              + DuckDb.file(between)
              + ", auto_detect=false, header=true, delim=',', quote='\"', escape='\"',"
              + " hive_partitioning=false, columns={"
              + types
              + "})) TO "
              + DuckDb.text(file.toAbsolutePath().toString())
              + " (FORMAT parquet)");
    } catch (SQLException e) {
      throw new IOException(DuckDb.reason(e), e);
    } finally {
      Files.deleteIfExists(between);
    }
  }
}
