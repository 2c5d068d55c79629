package io.kith.cli;

import io.kith.objective.Normalization;
import io.kith.train.Schedule;
import java.util.List;
import picocli.CommandLine.Option;

/** Objective, network and training. */
final class TrainingFlags {
  @Option(
      names = "--graph-weight",
      paramLabel = "γ",
      description = "How much neighbours should agree. Default: 0.05.")
  private Double graphWeight;

  @Option(
      names = "--entropy-weight",
      paramLabel = "κ",
      description = "How much predictions are drawn towards uniform. Default: 0.")
  private Double entropyWeight;

  @Option(
      names = "--penalty",
      paramLabel = "λ",
      description = "Weight of the squared parameters. Default: 0.")
  private Double penalty;

  @Option(
      names = "--normalization",
      paramLabel = "NAME",
      description = "What loss terms are divided by: means (default) or rows.")
  private Normalization normalization;

  @Option(
      names = "--hidden",
      paramLabel = "WIDTHS",
      split = ",",
      description = "Widths of the hidden layers. Default: 512,512.")
  private List<Integer> hidden;

  @Option(names = "--dropout", paramLabel = "SHARE", description = "Default: 0.2.")
  private Double dropout;

  @Option(names = "--epochs", paramLabel = "N", description = "Passes over the rows. Default: 30.")
  private Integer epochs;

  @Option(names = "--learning-rate", paramLabel = "X", description = "Default: 0.003.")
  private Double learningRate;

  @Option(
      names = "--schedule",
      paramLabel = "NAME",
      description = "How the learning rate changes: cosine (default) or constant.")
  private Schedule schedule;

  @Option(
      names = "--patience",
      paramLabel = "EPOCHS",
      description =
          "Stop after so many epochs without a better validation accuracy. Default: never.")
  private Integer patience;

  void applyTo(OptionTree options) {
    options.set("objective.graphWeight", graphWeight);
    options.set("objective.entropyWeight", entropyWeight);
    options.set("objective.penalty", penalty);
    options.set("objective.normalization", normalization);
    options.set("network.hidden", hidden);
    options.set("network.dropout", dropout);
    options.set("training.epochs", epochs);
    options.set("training.learningRate", learningRate);
    options.set("training.schedule", schedule);
    options.set("training.patience", patience);
  }
}
