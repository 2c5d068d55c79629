package io.kith.data;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * An embedded, empty DuckDB that reads and writes tables; nothing is stored in it.
 *
 * <p>One thread at a time. Closed by whoever opened it.
 */
final class DuckDb implements AutoCloseable {
  private final Connection connection;

  DuckDb() throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("jdbc_stream_results", "true");
    // CSV, JSON and Parquet are built in; never fetch anything from the network.
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("preserve_insertion_order", "true");
    connection = new org.duckdb.DuckDBDriver().connect("jdbc:duckdb:", settings);
  }

  /** What to do with the rows of a query, which arrive in blocks as they are read. */
  @FunctionalInterface
  interface Rows<T> {
    T read(ResultSet rows) throws SQLException;
  }

  <T> T query(String sql, Rows<T> consumer) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return consumer.read(rows);
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first column of all rows. */
  List<String> texts(String sql) throws SQLException {
    return query(
        sql,
        rows -> {
          List<String> texts = new ArrayList<>();
          while (rows.next()) {
            texts.add(rows.getString(1));
          }
          return texts;
        });
  }

  long number(String sql) throws SQLException {
    return query(
        sql,
        rows -> {
          rows.next();
          return rows.getLong(1);
        });
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  static String identifier(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** A path as DuckDB reads it: *, ? and [ would otherwise be patterns. */
  static String file(Path path) {
    return text(path.toAbsolutePath().toString().replaceAll("[\\[*?]", "[$0]"));
  }

  /** The first sentence of DuckDB's message, without its preamble. */
  static String reason(SQLException e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    int nested = message.indexOf("\nError: ");
    if (nested >= 0) {
      message = message.substring(nested + "\nError: ".length());
    }
    return message.lines().findFirst().orElse("").replaceFirst("^[A-Za-z ]*Error: ", "").strip();
  }
}
