package io.kith.data;

import io.kith.base.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

/**
 * The door to files: reads and writes data sets, choosing the format by the file's extension.
 *
 * <ul>
 *   <li>text tables {@code .csv .tsv .txt}, JSON lines {@code .jsonl .ndjson .json} (all of them
 *       also packed, {@code .gz}) and {@code .parquet};
 *   <li>NumPy {@code .npz} with the arrays {@code features}, {@code labels}, {@code groups}, {@code
 *       ids}, {@code feature_names}, {@code class_names}, all but the first optional; {@code .npy}
 *       holds features only. Labels of two dimensions are soft: a probability for each class, NaN
 *       where a row has none.
 * </ul>
 */
public final class Datasets {
  private static final String KNOWN =
      ".csv, .tsv, .txt, .jsonl, .ndjson, .json (each also .gz), .parquet, .npy and .npz";

  private Datasets() {}

  /** Reads a file and finds out how its columns become features. */
  public static Table read(Path file, ReadOptions options) {
    requireFile(file);
    if (isNumpy(file)) {
      return NumpyDataset.read(file, options);
    }
    requireTable(file);
    try (DuckDb db = new DuckDb()) {
      TableFile table = TableFile.open(file, options, db);
      try {
        return new TableReader(db, table, options).read();
      } catch (SQLException e) {
        throw table.broken(e);
      }
    } catch (SQLException e) {
      throw noDatabase(e);
    }
  }

  /**
   * Reads a file the way another one was read.
   *
   * <p>Columns that the schema does not name are left out; label, group and id need not be there.
   */
  public static Table read(Path file, ReadOptions options, Schema schema) {
    requireFile(file);
    if (isNumpy(file)) {
      return NumpyDataset.read(file, options, schema);
    }
    requireTable(file);
    try (DuckDb db = new DuckDb()) {
      TableFile table = TableFile.open(file, options, db);
      try {
        return new TableReader(db, table, options).read(schema);
      } catch (SQLException e) {
        throw table.broken(e);
      }
    } catch (SQLException e) {
      throw noDatabase(e);
    }
  }

  /**
   * Opens a file to go through it once, chunk by chunk, the way another one was read.
   *
   * <p>Tables of any size take the memory of two chunks, {@code .npy} files are mapped and {@code
   * .npz} files read whole. Groups are left out; mistakes in the file may show only when its rows
   * go by.
   */
  public static RowStream stream(Path file, ReadOptions options, Schema schema, int rowsPerChunk) {
    requireFile(file);
    if (isNumpy(file)) {
      return RowStream.of(NumpyDataset.read(file, options, schema), rowsPerChunk);
    }
    requireTable(file);
    try {
      return TableStream.open(file, options, schema, rowsPerChunk);
    } catch (SQLException e) {
      throw noDatabase(e);
    }
  }

  /** Writes a data set as {@code .npz}, {@code .csv}, {@code .tsv} or {@code .parquet}. */
  public static void write(Dataset dataset, Path file) {
    String name = lowerName(file);
    if (name.endsWith(".npz")) {
      NumpyDataset.write(dataset, file);
    } else {
      DatasetTable.write(dataset, file);
    }
  }

  private static void requireFile(Path file) {
    if (Files.isDirectory(file)) {
      throw new BadInputException(file + " is a folder: name a file of " + KNOWN + ".");
    }
    if (!Files.exists(file)) {
      throw new BadInputException("there is no file " + file + ": check the path.");
    }
    if (!Files.isReadable(file)) {
      throw new BadInputException("no permission to read " + file + ": change its permissions.");
    }
  }

  private static void requireTable(Path file) {
    if (!lowerName(file).matches(".*\\.((csv|tsv|txt|jsonl|ndjson|json)(\\.gz)?|parquet|pq)")) {
      throw new BadInputException(
          "the extension of " + file + " says no known format: use " + KNOWN + ".");
    }
  }

  private static boolean isNumpy(Path file) {
    return lowerName(file).endsWith(".npy") || lowerName(file).endsWith(".npz");
  }

  private static String lowerName(Path file) {
    return file.getFileName().toString().toLowerCase(Locale.ROOT);
  }

  private static BadInputException noDatabase(SQLException e) {
    return new BadInputException(
        "DuckDB, which reads tables, does not start on this machine: " + DuckDb.reason(e), e);
  }
}
