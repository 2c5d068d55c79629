package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Data sets as NumPy arrays, in the layout that {@link Datasets} describes. */
final class NumpyDataset {
  private NumpyDataset() {}

  static Table read(Path file, ReadOptions options) {
    Dataset all = readAll(file, options, true);
    int[] chosen = new ColumnChoice(file, all.featureNames()).features(options);
    return table(file, options, all, chosen);
  }

  /** Arrays without feature names are taken to be in the order of the schema. */
  static Table read(Path file, ReadOptions options, Schema schema) {
    Dataset all = readAll(file, options, false);
    List<String> wanted = schema.columnNames();
    if (all.featureNames().equals(Dataset.numberedNames(wanted.size()))) {
      all = renamed(all, all.features(), wanted);
    }
    ColumnChoice choice = new ColumnChoice(file, all.featureNames());
    int[] chosen =
        wanted.stream().mapToInt(name -> choice.required("feature of that name", name)).toArray();
    if (schema.columns().stream().anyMatch(c -> c instanceof FeatureColumn.Categorical)) {
      throw new BadInputException(
          file + " holds numbers only, but the model was trained on text columns: use a table.");
    }
    return table(file, options, all, chosen);
  }

  static void write(Dataset dataset, Path file) {
    Labels labels = dataset.labels();
    Npz.write(
        file,
        npz -> {
          npz.add("features", dataset.features());
          npz.add("feature_names", dataset.featureNames().toArray(String[]::new));
          if (labels.isSoft()) {
            try (FloatMatrix targets = targets(labels)) {
              npz.add("labels", targets);
            }
            npz.add("class_names", labels.names().toArray(String[]::new));
          } else if (labels.classCount() > 0) {
            npz.add("labels", IntStream.range(0, dataset.size()).map(labels::label).toArray());
            npz.add("class_names", labels.names().toArray(String[]::new));
          }
          if (dataset.groups().isPresent()) {
            Groups groups = dataset.groups().get();
            npz.add("groups", texts(dataset.size(), row -> groups.name(groups.group(row))));
          }
          if (dataset.hasIds()) {
            npz.add("ids", texts(dataset.size(), dataset::id));
          }
        });
  }

  /** Soft labels as a matrix; NaN where a row has none. */
  private static FloatMatrix targets(Labels labels) {
    FloatMatrix targets = FloatMatrix.allocate(labels.size(), labels.classCount());
    for (int i = 0; i < labels.size(); i++) {
      for (int c = 0; c < labels.classCount(); c++) {
        targets.set(i, c, labels.isLabeled(i) ? labels.target(i, c) : Float.NaN);
      }
    }
    return targets;
  }

  private static String[] texts(int rows, java.util.function.IntFunction<String> text) {
    return IntStream.range(0, rows).mapToObj(text).toArray(String[]::new);
  }

  private static Dataset readAll(Path file, ReadOptions options, boolean labelRequired) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")
        ? readNpy(file, options, labelRequired)
        : readNpz(file, options, labelRequired);
  }

  private static Dataset readNpy(Path file, ReadOptions options, boolean labelRequired) {
    FloatMatrix features = Npy.readMatrix(file);
    Labels labels = Labels.none(features.rows());
    if (!options.label().isEmpty()) {
      Path beside = file.resolveSibling(options.label());
      Path given = Path.of(options.label());
      Path labelFile = Files.exists(given) ? given : beside;
      if (!Files.exists(labelFile) && labelRequired) {
        throw new BadInputException(
            file
                + " holds features only: name the .npy file of its labels with --label, for there"
                + " is no file "
                + given
                + ".");
      }
      if (Files.exists(labelFile)) {
        labels =
            Npy.read(labelFile, in -> labels(labelFile.toString(), in, List.of(), features.rows()));
      }
    }
    return Dataset.of(features, labels);
  }

  private static Dataset readNpz(Path file, ReadOptions options, boolean labelRequired) {
    try (Npz npz = Npz.open(file)) {
      FloatMatrix features = npz.matrix(npz.has("X") && !npz.has("features") ? "X" : "features");
      int rows = features.rows();
      List<String> names =
          npz.has("feature_names")
              ? List.of(npz.strings("feature_names"))
              : Dataset.numberedNames(features.columns());
      requireCount("feature_names", file, names.size(), features.columns(), "columns");
      if (new HashSet<>(names).size() < names.size()) {
        throw new BadInputException(file + " has the same name twice in feature_names: rename.");
      }
      Dataset dataset =
          Dataset.of(features, names, labels(npz, file, options, rows, labelRequired));
      String group = arrayName(npz, options.group(), "groups", "groups", labelRequired);
      if (!group.isEmpty()) {
        String[] groups = npz.strings(group);
        requireCount(group, file, groups.length, rows, "rows");
        dataset = dataset.withGroups(Groups.of(Arrays.asList(groups)));
      }
      String id = arrayName(npz, options.id(), "ids", "ids", labelRequired);
      if (!id.isEmpty()) {
        String[] ids = npz.strings(id);
        requireCount(id, file, ids.length, rows, "rows");
        dataset = dataset.withIds(ids);
      }
      return dataset;
    }
  }

  private static Labels labels(
      Npz npz, Path file, ReadOptions options, int rows, boolean labelRequired) {
    String name = arrayName(npz, options.label(), "labels", "y", labelRequired);
    if (name.isEmpty()) {
      return Labels.none(rows);
    }
    List<String> classes = npz.has("class_names") ? List.of(npz.strings("class_names")) : List.of();
    return npz.read(
        name, input -> labels("array \"" + name + "\" of " + file, input, classes, rows));
  }

  /** The array of a role: the one asked for, else one of the usual names, else "". */
  private static String arrayName(
      Npz npz, String asked, String usual, String shorter, boolean required) {
    if (!asked.isEmpty() && (required || npz.has(asked))) {
      return asked;
    }
    return npz.has(usual) ? usual : npz.has(shorter) ? shorter : "";
  }

  /** Numbers below 0 and empty texts are unlabelled; with class names, numbers are their places. */
  private static Labels labels(String source, NpyInput input, List<String> classes, int rows)
      throws java.io.IOException {
    if (input.header().shape().length == 2) {
      return softLabels(source, input, classes, rows);
    }
    boolean isText = input.isText();
    String[] texts = input.strings();
    if (texts.length != rows) {
      throw new BadInputException(
          source
              + " has "
              + texts.length
              + " values, but there are "
              + rows
              + " rows of features.");
    }
    if (classes.isEmpty()) {
      NameIndex index = new NameIndex(rows);
      for (int i = 0; i < rows; i++) {
        index.set(i, !isText && texts[i].equals("-1") ? "" : texts[i]);
      }
      return index.labels(rows);
    }
    Map<String, Integer> places = new HashMap<>();
    for (String name : classes) {
      places.put(isText ? name : Integer.toString(places.size()), places.size());
    }
    places.put(isText ? "" : "-1", Labels.UNLABELED);
    int[] numbers = new int[rows];
    for (int i = 0; i < rows; i++) {
      Integer place = places.get(texts[i]);
      if (place == null) {
        throw new BadInputException(
            source + ", row " + (i + 1) + ", holds " + texts[i] + ", which class_names lacks.");
      }
      numbers[i] = place;
    }
    return new Labels(numbers, classes);
  }

  /** A matrix with a probability for each class; a row of NaN has no label. */
  private static Labels softLabels(String source, NpyInput input, List<String> names, int rows)
      throws java.io.IOException {
    try (FloatMatrix matrix = input.matrix()) {
      List<String> classes =
          names.isEmpty()
              ? IntStream.range(0, matrix.columns()).mapToObj(Integer::toString).toList()
              : names;
      if (matrix.rows() != rows || matrix.columns() != classes.size()) {
        throw new BadInputException(
            String.format(
                "%s is of %d rows and %d columns, but there are %d rows of features and %d classes.",
                source, matrix.rows(), matrix.columns(), rows, classes.size()));
      }
      SoftLabels labels = new SoftLabels(classes, rows);
      float[] row = new float[matrix.columns()];
      for (int i = 0; i < rows; i++) {
        matrix.copyRow(i, row);
        labels.set(i, row, source + ", row " + (i + 1) + ",");
      }
      return labels.labels(rows);
    }
  }

  private static Table table(Path file, ReadOptions options, Dataset all, int[] chosen) {
    List<String> names = new ArrayList<>();
    for (int j : chosen) {
      names.add(all.featureNames().get(j));
    }
    Dataset dataset = all;
    if (!names.equals(all.featureNames())) {
      dataset = renamed(all, columns(all.features(), chosen), names);
    }
    if (dataset.size() == 0) {
      throw new BadInputException(file + " has no rows: add rows to it.");
    }
    FeatureValues.requireUsable(dataset.features(), names, file, options.impute());
    return new Table(dataset, Schema.numeric(names), Map.of());
  }

  private static Dataset renamed(Dataset from, FloatMatrix features, List<String> names) {
    Dataset dataset = Dataset.of(features, names, from.labels());
    if (from.groups().isPresent()) {
      dataset = dataset.withGroups(from.groups().get());
    }
    return from.hasIds() ? dataset.withIds(texts(from.size(), from::id)) : dataset;
  }

  private static FloatMatrix columns(FloatMatrix all, int[] chosen) {
    FloatMatrix some = FloatMatrix.allocate(all.rows(), chosen.length);
    float[] from = new float[all.columns()];
    float[] to = new float[chosen.length];
    for (int i = 0; i < all.rows(); i++) {
      all.copyRow(i, from);
      for (int j = 0; j < chosen.length; j++) {
        to[j] = from[chosen[j]];
      }
      some.setRow(i, to);
    }
    return some;
  }

  private static void requireCount(String name, Path file, int count, int wanted, String of) {
    if (count != wanted) {
      throw new BadInputException(
          String.format(
              "array \"%s\" of %s has %d values, but the features have %d %s.",
              name, file, count, wanted, of));
    }
  }
}
