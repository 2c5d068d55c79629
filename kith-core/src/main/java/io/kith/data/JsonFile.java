package io.kith.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kith.base.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
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
      unknown.requireObjects(null);
    }
    unknown.requireEnd();
    try {
      // All lines are looked at: a rare key, such as the label of few rows, may come late.
      List<String> names =
          db.texts(
              "SELECT column_name FROM (DESCRIBE SELECT * FROM "
                  + unknown.read("sample_size=-1, maximum_depth=1, map_inference_threshold=-1")
                  + ")");
      // What DuckDB calls the one column of lines that are not objects; a key may also be called
      // so.
      if (names.equals(List.of("json"))) {
        unknown.requireObjects(null);
      }
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
    if (!DuckDb.reason(e).contains("JSON")) {
      return new BadInputException("cannot read " + path + ": " + DuckDb.reason(e), e);
    }
    try {
      requireObjects(e);
      return new BadInputException(
          path + " is not valid JSON: write one JSON object on each line.", e);
    } catch (BadInputException found) {
      return found;
    }
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

  /** Names the first line that is not an object; DuckDB counts lines now one way, now another. */
  private void requireObjects(SQLException cause) {
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines = TableFile.text(path)) {
      long number = 0;
      for (String line; !isArray && (line = lines.readLine()) != null; ) {
        number++;
        if (!line.isBlank() && !isObject(json, line)) {
          throw new BadInputException(
              "line " + number + " of " + path + " is not one JSON object: correct that line.",
              cause);
        }
      }
    } catch (IOException e) {
      throw TableFile.unreadable(path, e);
    }
  }

  /** DuckDB takes an array that is cut short for a shorter one. */
  private void requireEnd() {
    if (!isArray || path.toString().endsWith(".gz")) {
      return; // a line cut short is no object, and a packed file cut short does not unpack
    }
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      byte[] end = new byte[(int) Math.min(file.length(), 64)];
      file.seek(file.length() - end.length);
      file.readFully(end);
      if (!new String(end, StandardCharsets.ISO_8859_1).stripTrailing().endsWith("]")) {
        throw new BadInputException(
            path + " is cut short (its array has no closing ]): write it again.");
      }
    } catch (IOException e) {
      throw TableFile.unreadable(path, e);
    }
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
