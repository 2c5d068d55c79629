package io.kith.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A data set as a table: id, group and label where there are any, then the features. A soft label
 * is a column {@code p_}<em>class</em> for each class.
 */
final class DatasetTable {
  private DatasetTable() {}

  static void write(Dataset dataset, Path file) {
    Labels labels = dataset.labels();
    boolean hasLabels = labels.classCount() > 0 && !labels.isSoft();
    List<String> numbers = new ArrayList<>();
    if (labels.isSoft()) {
      labels.names().forEach(name -> numbers.add(freeName("p_" + name, dataset)));
    }
    numbers.addAll(dataset.featureNames());
    List<String> texts = new ArrayList<>();
    if (dataset.hasIds()) {
      texts.add(freeName("id", dataset));
    }
    if (dataset.groups().isPresent()) {
      texts.add(freeName("group", dataset));
    }
    if (hasLabels) {
      texts.add(freeName("label", dataset));
    }
    TableWriter.write(
        file,
        texts,
        numbers,
        table -> {
          float[] row = new float[dataset.features().columns()];
          for (int i = 0; i < dataset.size(); i++) {
            if (dataset.hasIds()) {
              table.text(dataset.id(i));
            }
            if (dataset.groups().isPresent()) {
              Groups groups = dataset.groups().get();
              table.text(groups.name(groups.group(i)));
            }
            if (hasLabels) {
              table.text(labels.isLabeled(i) ? labels.name(labels.label(i)) : "");
            }
            for (int c = 0; labels.isSoft() && c < labels.classCount(); c++) {
              table.number(labels.isLabeled(i) ? labels.target(i, c) : Float.NaN);
            }
            dataset.features().copyRow(i, row);
            for (float value : row) {
              table.number(value);
            }
            table.endRow();
          }
        });
  }

  /** A feature may already have the name: then underscores follow. */
  private static String freeName(String name, Dataset dataset) {
    String free = name;
    while (dataset.featureNames().contains(free)) {
      free += "_";
    }
    return free;
  }
}
