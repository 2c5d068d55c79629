package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Streams the rows of a table into a {@link FloatMatrix}.
 *
 * <p>DuckDB casts every feature to FLOAT, NULL where it cannot; what stood there is looked up only
 * when there is something to complain about. Not for sharing between threads.
 */
final class TableReader {
  /** More values than this are names or free text rather than categories. */
  private static final int MAX_CATEGORIES = 1000;

  /** What people write for a missing number, besides nothing at all. */
  private static final String MISSING = "('', 'na', 'n/a', 'nan', 'null', 'none', '?')";

  private final DuckDb db;
  private final TableFile file;
  private final ReadOptions options;
  private final ColumnChoice choice;

  TableReader(DuckDb db, TableFile file, ReadOptions options) {
    this.db = db;
    this.file = file;
    this.options = options;
    this.choice = new ColumnChoice(file.path(), file.columns());
  }

  /** Finds out the schema from the file. */
  Table read() throws SQLException {
    int label = softLabels().length > 0 ? -1 : choice.required("label", options.label());
    int group = choice.required("group", options.group());
    int id = choice.required("id", options.id());
    int[] features = choice.features(options);
    int rows = countRows();
    return read(rows, inferSchema(features), features, label, group, id);
  }

  /** Reads by a schema; label, group and id are taken where they are there. */
  Table read(Schema schema) throws SQLException {
    int[] features = columns(schema);
    return read(
        countRows(),
        schema,
        features,
        labelColumn(),
        choice.optional(options.group()),
        choice.optional(options.id()));
  }

  /** Room for some rows of a stream, which has labels and ids but no groups. */
  Reading reading(int rows, Schema schema) {
    return new Reading(
        rows, schema, columns(schema), labelColumn(), -1, choice.optional(options.id()));
  }

  /** The column of the label, or -1 where the file has none. */
  int labelColumn() {
    return choice.optional(options.label());
  }

  /** The columns that hold a probability for each class; none where labels are not soft. */
  private int[] softLabels() {
    return choice.softLabels(options.label());
  }

  /** The classes that soft labels are about; none where labels are not soft. */
  List<String> softClasses() {
    return Arrays.stream(softLabels())
        .mapToObj(column -> choice.softClass(options.label(), column))
        .toList();
  }

  /** The columns that a schema names; all of them must be there. */
  int[] columns(Schema schema) {
    return schema.columnNames().stream()
        .mapToInt(name -> choice.required("feature of that name", name))
        .toArray();
  }

  private Table read(int rows, Schema schema, int[] features, int label, int group, int id)
      throws SQLException {
    Reading reading = new Reading(rows, schema, features, label, group, id);
    db.query(reading.sql(), results -> reading.fill(results, 0));
    reading.requireTrulyMissing();
    return new Table(reading.dataset(rows), schema, reading.unknownCategories);
  }

  private int countRows() throws SQLException {
    long rows = db.number("SELECT count(*) FROM " + file.from());
    if (rows == 0) {
      throw new BadInputException(file.path() + " has columns but no rows: add rows to it.");
    }
    if (rows > Integer.MAX_VALUE - 8) {
      throw new BadInputException(
          file.path() + " has " + rows + " rows, more than 2147483639: split the file.");
    }
    return (int) rows;
  }

  private Schema inferSchema(int[] features) throws SQLException {
    boolean[] isText = new boolean[features.length];
    if (options.oneHot()) {
      StringBuilder sql = new StringBuilder("SELECT 0");
      for (int feature : features) {
        sql.append(", count(").append(file.sql(feature)).append(") - count(");
        sql.append(number(feature)).append(")");
      }
      db.query(
          sql + " FROM " + file.from(),
          counts -> {
            counts.next();
            for (int j = 0; j < isText.length; j++) {
              isText[j] = counts.getLong(j + 2) > 0;
            }
            return null;
          });
      for (int j = 0; j < isText.length; j++) {
        isText[j] = isText[j] && firstNotNumber(features[j]) >= 0;
      }
    }
    List<FeatureColumn> columns = new ArrayList<>();
    for (int j = 0; j < features.length; j++) {
      String name = file.columns().get(features[j]);
      columns.add(
          isText[j]
              ? new FeatureColumn.Categorical(name, categories(features[j]))
              : new FeatureColumn.Numeric(name));
    }
    return new Schema(columns);
  }

  private List<String> categories(int column) throws SQLException {
    String value = "trim(" + text(column) + ")";
    List<String> found =
        db.texts(
            "SELECT DISTINCT "
                + value
                + " FROM "
                + file.from()
                + " WHERE "
                + value
                + " <> ''"
                + " LIMIT "
                + (MAX_CATEGORIES + 1));
    if (found.size() > MAX_CATEGORIES) {
      throw new BadInputException(
          String.format(
              "column \"%s\" of %s has more than %d different texts, too many for --one-hot: leave"
                  + " it out with --ignore.",
              file.columns().get(column), file.path(), MAX_CATEGORIES));
    }
    return found.stream().sorted().toList();
  }

  String text(int column) {
    return "CAST(" + file.sql(column) + " AS VARCHAR)";
  }

  private String number(int column) {
    return "TRY_CAST(" + (file.isNumeric(column) ? file.sql(column) : text(column)) + " AS FLOAT)";
  }

  /** SQL: something stands there, and it is neither a number nor a sign for "missing". */
  private String isNotNumber(int column) {
    return file.sql(column)
        + " IS NOT NULL AND "
        + number(column)
        + " IS NULL AND lower(trim("
        + text(column)
        + ")) NOT IN "
        + MISSING;
  }

  /** The first row with such a thing, or -1. */
  private long firstNotNumber(int column) throws SQLException {
    List<String> rows =
        db.texts(
            "SELECT place FROM (SELECT row_number() OVER () - 1 AS place, * FROM "
                + file.from()
                + ") WHERE "
                + isNotNumber(column)
                + " LIMIT 1");
    return rows.isEmpty() ? -1 : Long.parseLong(rows.get(0));
  }

  /** Room for rows, and what becomes of each while they are read. */
  final class Reading implements AutoCloseable {
    private final int rows;
    private final Schema schema;
    private final int[] features;
    private final int id;
    private final FloatMatrix matrix;
    final NameIndex labels;
    private final int[] softColumns = softLabels();
    private final SoftLabels soft;
    private boolean lacksLabels;
    private final NameIndex groups;
    private final String[] ids;
    private final int label;
    private final int group;
    private final boolean[] hasMissing;
    private final List<Map<String, Integer>> categories = new ArrayList<>();
    final Map<String, Integer> unknownCategories = new LinkedHashMap<>();

    Reading(int rows, Schema schema, int[] features, int label, int group, int id) {
      this.rows = rows;
      this.schema = schema;
      this.features = features;
      this.label = label;
      this.group = group;
      this.id = id;
      matrix = FloatMatrix.allocate(rows, schema.featureNames().size());
      labels = new NameIndex(label < 0 ? 0 : rows);
      soft = new SoftLabels(softClasses(), softColumns.length == 0 ? 0 : rows);
      groups = new NameIndex(group < 0 ? 0 : rows);
      ids = new String[id < 0 ? 0 : rows];
      hasMissing = new boolean[features.length];
      for (FeatureColumn column : schema.columns()) {
        Map<String, Integer> places = new HashMap<>();
        if (column instanceof FeatureColumn.Categorical categorical) {
          for (String category : categorical.categories()) {
            places.put(category, places.size());
          }
        }
        categories.add(places);
      }
    }

    String sql() {
      List<String> selected = new ArrayList<>();
      for (int column : new int[] {label, group, id}) {
        if (column >= 0) {
          selected.add(text(column));
        }
      }
      for (int column : softColumns) {
        selected.add(number(column));
      }
      for (int j = 0; j < features.length; j++) {
        boolean isNumber = schema.columns().get(j) instanceof FeatureColumn.Numeric;
        selected.add(isNumber ? number(features[j]) : text(features[j]));
      }
      return "SELECT " + String.join(", ", selected) + " FROM " + file.from();
    }

    /**
     * Reads the next rows, as many as there is room for, over those that were there.
     *
     * @param first where the first of them stands in the file
     * @return how many there were
     */
    int fill(ResultSet results, long first) throws SQLException {
      labels.clear();
      soft.clear();
      boolean[] numeric = new boolean[features.length];
      for (int j = 0; j < numeric.length; j++) {
        numeric[j] = schema.columns().get(j) instanceof FeatureColumn.Numeric;
      }
      float[] values = new float[matrix.columns()];
      int row = 0;
      for (; row < rows && results.next(); row++) {
        int at = 1;
        if (label >= 0) {
          labels.set(row, results.getString(at++));
        }
        if (group >= 0) {
          setGroup(row, first, results.getString(at++));
        }
        if (id >= 0) {
          String text = results.getString(at++);
          ids[row] = text == null ? "" : text;
        }
        if (softColumns.length > 0) {
          setSoftLabel(row, first, results, at);
          at += softColumns.length;
        }
        int feature = 0;
        for (int j = 0; j < numeric.length; j++) {
          if (numeric[j]) {
            float value = results.getFloat(at + j);
            if (!(Math.abs(value) <= Float.MAX_VALUE) || (value == 0 && results.wasNull())) {
              value = missing(first + row, j, value, results.wasNull());
            }
            values[feature++] = value;
          } else {
            feature = oneHot(first + row, j, results.getString(at + j), values, feature);
          }
        }
        matrix.setRow(row, values);
      }
      return row;
    }

    private void setSoftLabel(int row, long first, ResultSet results, int at) throws SQLException {
      float[] probabilities = new float[softColumns.length];
      for (int c = 0; c < probabilities.length; c++) {
        probabilities[c] = results.getFloat(at + c);
        if (results.wasNull()) {
          probabilities[c] = Float.NaN;
          lacksLabels = true;
        }
      }
      soft.set(
          row, probabilities, "the label of " + file.path() + ", " + file.place(first + row) + ",");
    }

    private void setGroup(int row, long first, String text) {
      groups.set(row, text);
      if (!groups.has(row)) {
        throw new BadInputException(
            String.format(
                "%s of %s has no value in the group column \"%s\": fill it in.",
                file.place(first + row), file.path(), options.group()));
      }
    }

    private int oneHot(long row, int column, String text, float[] values, int from)
        throws SQLException {
      Map<String, Integer> places = categories.get(column);
      Arrays.fill(values, from, from + places.size(), 0f);
      String category = text == null ? "" : text.strip();
      Integer place = places.get(category);
      if (place != null) {
        values[from + place] = 1f;
      } else if (!category.isEmpty()) {
        unknownCategories.merge(schema.columns().get(column).name(), 1, Integer::sum);
      } else if (!options.impute()) {
        throw complaint(row, column);
      }
      return from + places.size();
    }

    /** What to take for a value that is NULL, NaN or infinite. */
    private float missing(long row, int column, float value, boolean isNull) throws SQLException {
      if (!options.impute() || Float.isInfinite(value)) {
        throw complaint(row, column);
      }
      hasMissing[column] |= isNull;
      return Float.NaN;
    }

    /** Also asks for the columns in which another reading of the file found values missing. */
    void addMissing(Reading other) {
      lacksLabels |= other.lacksLabels;
      for (int j = 0; j < hasMissing.length; j++) {
        hasMissing[j] |= other.hasMissing[j];
      }
    }

    /** NULL was taken for missing: makes sure that no other text stood there. */
    void requireTrulyMissing() throws SQLException {
      for (int j = 0; lacksLabels && j < softColumns.length; j++) {
        long row = firstNotNumber(softColumns[j]);
        if (row >= 0) {
          throw new BadInputException(
              String.format(
                  "column \"%s\" of %s, %s, must hold a probability or nothing: correct it.",
                  file.columns().get(softColumns[j]), file.path(), file.place(row)));
        }
      }
      StringBuilder counts = new StringBuilder("SELECT 0");
      for (int j = 0; j < features.length; j++) {
        String wrong = hasMissing[j] ? isNotNumber(features[j]) : "false";
        counts.append(", count(*) FILTER (WHERE ").append(wrong).append(')');
      }
      int suspect = !anyMissing() ? -1 : db.query(counts + " FROM " + file.from(), this::first);
      if (suspect >= 0) {
        throw complaint(firstNotNumber(features[suspect]), suspect);
      }
    }

    private boolean anyMissing() {
      for (boolean missing : hasMissing) {
        if (missing) {
          return true;
        }
      }
      return false;
    }

    /** The first feature whose count is above 0, or -1. */
    private int first(ResultSet counts) throws SQLException {
      counts.next();
      for (int j = 0; j < features.length; j++) {
        if (counts.getLong(j + 2) > 0) {
          return j;
        }
      }
      return -1;
    }

    /** One sentence about a value that cannot be used as it is. */
    private BadInputException complaint(long row, int column) throws SQLException {
      String raw =
          db.texts(
                  "SELECT "
                      + text(features[column])
                      + " FROM "
                      + file.from()
                      + " LIMIT 1 OFFSET "
                      + row)
              .get(0);
      String value = raw == null ? "" : raw.strip();
      String where =
          String.format(
              "column \"%s\" of %s, %s,",
              schema.columns().get(column).name(), file.path(), file.place(row));
      return FeatureValues.complaint(where, value);
    }

    /** The first rows; they share this reading's memory. */
    Dataset dataset(int count) {
      Dataset dataset =
          Dataset.of(
              count == rows ? matrix : matrix.slice(0, count),
              schema.featureNames(),
              softColumns.length > 0
                  ? soft.labels(count)
                  : label < 0 ? Labels.none(count) : labels.labels(count));
      if (group >= 0) {
        dataset = dataset.withGroups(groups.groups());
      }
      return id >= 0 ? dataset.withIds(Arrays.copyOf(ids, count)) : dataset;
    }

    @Override
    public void close() {
      matrix.close();
    }
  }
}
