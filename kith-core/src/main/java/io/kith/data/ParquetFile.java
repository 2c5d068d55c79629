package io.kith.data;

import io.kith.base.BadInputException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A Parquet file, whose columns have types of their own. */
record ParquetFile(Path path, List<String> columns, List<Boolean> numeric) implements TableFile {
  private static final Set<String> NUMERIC =
      Set.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT",
          "FLOAT",
          "DOUBLE");

  static ParquetFile open(Path path, DuckDb db) {
    ParquetFile unknown = new ParquetFile(path, List.of(), List.of());
    try {
      return db.query(
          "DESCRIBE SELECT * FROM " + unknown.from(),
          rows -> {
            List<String> names = new ArrayList<>();
            List<Boolean> numeric = new ArrayList<>();
            while (rows.next()) {
              names.add(rows.getString(1));
              String type = rows.getString(2);
              numeric.add(NUMERIC.contains(type) || type.startsWith("DECIMAL"));
            }
            return new ParquetFile(path, List.copyOf(names), List.copyOf(numeric));
          });
    } catch (SQLException e) {
      throw unknown.broken(e);
    }
  }

  @Override
  public String from() {
    return "read_parquet(" + DuckDb.file(path) + ", hive_partitioning=false)";
  }

  @Override
  public String sql(int column) {
    return DuckDb.identifier(columns.get(column));
  }

  @Override
  public boolean isNumeric(int column) {
    return numeric.get(column);
  }

  @Override
  public String place(long row) {
    return "row " + (row + 1);
  }

  @Override
  public BadInputException broken(SQLException e) {
    return new BadInputException(
        path
            + " is not a whole Parquet file ("
            + DuckDb.reason(e)
                .replace(path.toAbsolutePath().toString(), path.getFileName().toString())
            + "): write it again.",
        e);
  }
}
