package io.kith.data;

import io.kith.base.BadInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text table with a header.
 *
 * <p>The header is read here and DuckDB is told everything, so that it guesses nothing: every
 * column is text, named c0, c1, … (its names do not distinguish a from A), and becomes a number by
 * an explicit cast.
 */
record CsvFile(Path path, List<String> columns, char delimiter) implements TableFile {
  private static final String DELIMITERS = ",;\t|";
  private static final Pattern LINE = Pattern.compile("CSV Error on Line: (\\d+)");
  private static final Pattern COUNTS =
      Pattern.compile("Expected Number of Columns: (\\d+) Found: (\\d+)");

  static CsvFile open(Path path, String delimiter) {
    String header = header(path);
    char separator = delimiter.isEmpty() ? sniff(header) : delimiter.charAt(0);
    List<String> names = cells(header, separator);
    Set<String> seen = new HashSet<>();
    for (int j = 0; j < names.size(); j++) {
      if (names.get(j).isEmpty()) {
        throw new BadInputException(
            path + " has no name for column " + (j + 1) + " in its header: give it one.");
      }
      if (!seen.add(names.get(j))) {
        throw new BadInputException(
            path + " has two columns named \"" + names.get(j) + "\": rename one of them.");
      }
    }
    return new CsvFile(path, List.copyOf(names), separator);
  }

  @Override
  public String from() {
    StringBuilder types = new StringBuilder();
    for (int j = 0; j < columns.size(); j++) {
      types.append(j == 0 ? "" : ",").append(sql(j)).append(":'VARCHAR'");
    }
    return "read_csv("
        + DuckDb.file(path)
        + ", auto_detect=false, header=true, hive_partitioning=false, quote='\"', escape='\"'"
        + ", delim="
        + DuckDb.text(String.valueOf(delimiter))
        + ", columns={"
        + types
        + "})";
  }

  @Override
  public String sql(int column) {
    return "c" + column;
  }

  @Override
  public boolean isNumeric(int column) {
    return false;
  }

  /**
   * Rows may span lines and blank lines are skipped, so the file is read again to find the line.
   */
  @Override
  public String place(long row) {
    try (BufferedReader lines = TableFile.text(path)) {
      long line = 0;
      long records = -2; // the header comes first
      boolean quoted = false;
      for (String text; (text = lines.readLine()) != null; ) {
        line++;
        if (!quoted && !text.isEmpty() && ++records == row) {
          return "row " + (row + 1) + " (line " + line + ")";
        }
        quoted ^= text.chars().filter(c -> c == '"').count() % 2 == 1;
      }
    } catch (IOException e) {
      throw TableFile.unreadable(path, e);
    }
    return "row " + (row + 1);
  }

  @Override
  public BadInputException broken(SQLException e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    Matcher line = LINE.matcher(message);
    if (!line.find()) {
      return new BadInputException("cannot read " + path + ": " + DuckDb.reason(e), e);
    }
    String where = "line " + line.group(1) + " of " + path;
    Matcher counts = COUNTS.matcher(message);
    if (counts.find()) {
      return new BadInputException(
          String.format(
              "%s has %s values, but the header has %s columns: correct that line, or choose"
                  + " another --delimiter.",
              where, counts.group(2), counts.group(1)),
          e);
    }
    if (message.contains("unterminated quote") || message.contains("quote")) {
      return new BadInputException(where + " opens a quote that is never closed: correct it.", e);
    }
    if (message.contains("unicode")) {
      return new BadInputException(where + " is not UTF-8 text: convert the file to UTF-8.", e);
    }
    return new BadInputException(where + " cannot be read as a row of the table: correct it.", e);
  }

  private static String header(Path path) {
    try (BufferedReader lines = TableFile.text(path)) {
      for (String line; (line = lines.readLine()) != null; ) {
        String text = line.startsWith("\uFEFF") ? line.substring(1) : line;
        if (!text.isBlank()) {
          return text;
        }
      }
    } catch (IOException e) {
      throw TableFile.unreadable(path, e);
    }
    throw new BadInputException(path + " is empty: it needs a header line and rows.");
  }

  /** The separator that occurs most often in the header; a comma where there is none. */
  private static char sniff(String header) {
    char best = ',';
    for (char candidate : DELIMITERS.toCharArray()) {
      if (cells(header, candidate).size() > cells(header, best).size()) {
        best = candidate;
      }
    }
    return best;
  }

  private static List<String> cells(String line, char separator) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
          cell.append('"');
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == separator && !quoted) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    cells.add(cell.toString().strip());
    return cells;
  }
}
