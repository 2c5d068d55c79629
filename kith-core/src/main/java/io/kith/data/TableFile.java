package io.kith.data;

import io.kith.base.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** A file with named columns, as DuckDB sees it. */
sealed interface TableFile permits CsvFile, JsonFile, ParquetFile {

  Path path();

  List<String> columns();

  /** The SQL table that reads the file. */
  String from();

  /** The SQL name of a column. */
  String sql(int column);

  /** Whether a column is stored as numbers; otherwise it is text that may hold numbers. */
  boolean isNumeric(int column);

  /** Where a row (counted from 0) is, for a person. */
  String place(long row);

  /** What DuckDB could not read, in one sentence. */
  BadInputException broken(SQLException e);

  static TableFile open(Path path, ReadOptions options, DuckDb db) {
    String name = withoutGz(path);
    if (name.endsWith(".csv") || name.endsWith(".tsv") || name.endsWith(".txt")) {
      String delimiter =
          options.delimiter().isEmpty() && name.endsWith(".tsv") ? "\t" : options.delimiter();
      return CsvFile.open(path, delimiter);
    }
    if (name.endsWith(".jsonl") || name.endsWith(".ndjson") || name.endsWith(".json")) {
      return JsonFile.open(path, db);
    }
    return ParquetFile.open(path, db);
  }

  private static String withoutGz(Path path) {
    String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
  }

  /** The lines of a text file, unpacked where it is packed; line ends are kept out. */
  static BufferedReader text(Path path) throws IOException {
    InputStream in = Files.newInputStream(path);
    try {
      InputStream unpacked =
          path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz")
              ? new GZIPInputStream(in, 1 << 16)
              : in;
      return new BufferedReader(new InputStreamReader(unpacked, StandardCharsets.UTF_8), 1 << 16);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  static BadInputException unreadable(Path path, IOException e) {
    String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new BadInputException("cannot read " + path + " (" + why + ").", e);
  }
}
