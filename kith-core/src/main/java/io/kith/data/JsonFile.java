package io.kith.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kith.base.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** A file with one JSON object on each line, or one JSON array of objects. */
record JsonFile(Path path, List<String> columns, boolean isArray) implements TableFile {

  static JsonFile open(Path path, DuckDb db) {
    int first = firstCharacter(path);
    if (first < 0) {
      throw new BadInputException(path + " is empty: it needs one JSON object on each line.");
    }
    JsonFile unknown = new JsonFile(path, List.of(), first == '[');
    if (first != '[' && first != '{') {
      throw unknown.malformed(null);
    }
    try {
      // All lines are looked at: a rare key, such as the label of few rows, may come late.
      List<String> names =
          db.texts(
              "SELECT column_name FROM (DESCRIBE SELECT * FROM "
                  + unknown.read("sample_size=-1, maximum_depth=1, map_inference_threshold=-1")
                  + ")");
      return new JsonFile(path, names, unknown.isArray);
    } catch (SQLException e) {
      throw unknown.broken(e);
    }
  }

  @Override
  public String from() {
    StringBuilder types = new StringBuilder();
    for (int j = 0; j < columns.size(); j++) {
      types.append(j == 0 ? "" : ",").append(DuckDb.text(columns.get(j))).append(":'VARCHAR'");
    }
    return read("columns={" + types + "}");
  }

  @Override
  public String sql(int column) {
    return DuckDb.identifier(columns.get(column));
  }

  @Override
  public boolean isNumeric(int column) {
    return false;
  }

  @Override
  public String place(long row) {
    return "row " + (row + 1);
  }

  @Override
  public BadInputException broken(SQLException e) {
    return DuckDb.reason(e).contains("JSON")
        ? malformed(e)
        : new BadInputException("cannot read " + path + ": " + DuckDb.reason(e), e);
  }

  private String read(String settings) {
    return "read_json("
        + DuckDb.file(path)
        + ", format='"
        + (isArray ? "array" : "newline_delimited")
        + "', hive_partitioning=false, "
        + settings
        + ")";
  }

  /** DuckDB counts lines differently from one kind of error to the next, so we count. */
  private BadInputException malformed(SQLException cause) {
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines = TableFile.text(path)) {
      long number = 0;
      for (String line; !isArray && (line = lines.readLine()) != null; ) {
        number++;
        if (!line.isBlank() && !isObject(json, line)) {
          return new BadInputException(
              "line " + number + " of " + path + " is not one JSON object: correct that line.",
              cause);
        }
      }
    } catch (IOException e) {
      return TableFile.unreadable(path, e);
    }
    return new BadInputException(
        path + " is not valid JSON: write one JSON object on each line.", cause);
  }

  private static boolean isObject(ObjectMapper json, String line) {
    try (var parser = json.createParser(line)) {
      return json.readTree(parser) instanceof com.fasterxml.jackson.databind.node.ObjectNode
          && parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new AssertionError("a text is always readable", e);
    }
  }

  private static int firstCharacter(Path path) {
    try (BufferedReader text = TableFile.text(path)) {
      int c = text.read();
      while (c == '\uFEFF' || Character.isWhitespace(c)) {
        c = text.read();
      }
      return c;
    } catch (IOException e) {
      throw TableFile.unreadable(path, e);
    }
  }
}
