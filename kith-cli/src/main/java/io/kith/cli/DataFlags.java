package io.kith.cli;

import io.kith.OptionTree;
import java.util.List;
import picocli.CommandLine.Option;

/** How a data file is read. */
final class DataFlags {
  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description =
          "Column that holds the class; empty cells are unlabelled rows. A pattern ('p_*') names"
              + " columns with a probability for each class. For NumPy files, the array or the .npy"
              + " file with the labels.")
  private String label;

  @Option(
      names = "--features",
      paramLabel = "PATTERN",
      split = ",",
      description = "Feature columns, by name or pattern ('f*'). Default: all other columns.")
  private List<String> features;

  @Option(
      names = "--ignore",
      paramLabel = "PATTERN",
      split = ",",
      description = "Columns to leave out, by name or pattern.")
  private List<String> ignore;

  @Option(
      names = "--group",
      paramLabel = "COLUMN",
      description = "Column of rows that belong together (speaker, patient); never split apart.")
  private String group;

  @Option(names = "--id", paramLabel = "COLUMN", description = "Column that names each row.")
  private String id;

  @Option(names = "--one-hot", description = "Turn text columns into a 0/1 feature for each value.")
  private Boolean oneHot;

  @Option(
      names = "--impute",
      description = "Fill missing feature values with the median of the training rows.")
  private Boolean impute;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "What separates columns of a text table. Default: found out from the header.")
  private String delimiter;

  void applyTo(OptionTree options) {
    options.set("data.label", label);
    options.set("data.features", features);
    options.set("data.ignore", ignore);
    options.set("data.group", group);
    options.set("data.id", id);
    options.set("data.oneHot", oneHot);
    options.set("data.impute", impute);
    options.set("data.delimiter", delimiter);
  }
}
