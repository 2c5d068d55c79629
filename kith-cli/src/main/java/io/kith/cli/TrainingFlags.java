package io.kith.cli;

import io.kith.OptionTree;
import io.kith.learner.Activation;
import io.kith.learner.Initialization;
import io.kith.learner.Rule;
import io.kith.objective.Balance;
import io.kith.objective.GraphScope;
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
      names = "--graph-scope",
      paramLabel = "NAME",
      description = "Rows the graph term runs over: all (default), or labeled ones only.")
  private GraphScope scope;

  @Option(names = "--symmetric", description = "Take the divergence of neighbours both ways.")
  private Boolean symmetric;

  @Option(
      names = "--label-smoothing",
      paramLabel = "SHARE",
      description = "Share of a label spread evenly over all classes. Default: 0.")
  private Double smoothing;

  @Option(
      names = "--balance",
      paramLabel = "NAME",
      description =
          "For classes of different size: none (default), weights of labelled rows, or prior for"
              + " the entropy term.")
  private Balance balance;

  @Option(
      names = "--hidden",
      paramLabel = "WIDTHS",
      split = ",",
      description = "Widths of the hidden layers. Default: 512,512.")
  private List<Integer> hidden;

  @Option(names = "--dropout", paramLabel = "SHARE", description = "Default: 0.2.")
  private Double dropout;

  @Option(
      names = "--activation",
      paramLabel = "NAME",
      description = "relu (default), leaky-relu, elu or tanh.")
  private Activation activation;

  @Option(
      names = "--initialization",
      paramLabel = "NAME",
      description = "Spread of the first weights: he (default), glorot or lecun.")
  private Initialization initialization;

  @Option(
      names = "--optimizer",
      paramLabel = "NAME",
      description = "adam (default), adagrad, sgd or adamw.")
  private Rule rule;

  @Option(names = "--momentum", paramLabel = "SHARE", description = "Of sgd. Default: 0.9.")
  private Double momentum;

  @Option(names = "--decay", paramLabel = "X", description = "Of adamw. Default: 0.01.")
  private Double decay;

  @Option(names = "--epochs", paramLabel = "N", description = "Passes over the rows. Default: 30.")
  private Integer epochs;

  @Option(names = "--learning-rate", paramLabel = "X", description = "Default: 0.001.")
  private Double learningRate;

  @Option(
      names = "--schedule",
      paramLabel = "NAME",
      description = "How the learning rate changes: cosine (default), constant, step or paper.")
  private Schedule schedule;

  @Option(
      names = "--warmup",
      paramLabel = "EPOCHS",
      description = "Epochs over which the learning rate rises from zero. Default: 0.")
  private Double warmup;

  @Option(
      names = "--clip",
      paramLabel = "LENGTH",
      description = "Longest gradient that is followed; 0 (default) for any.")
  private Double clip;

  @Option(
      names = "--patience",
      paramLabel = "EPOCHS",
      description =
          "Stop after so many epochs without a better validation accuracy. Default: never.")
  private Integer patience;

  @Option(
      names = "--self-rounds",
      paramLabel = "N",
      description = "Of self-training: how often the network is trained anew. Default: 1.")
  private Integer selfRounds;

  @Option(
      names = "--confidence",
      paramLabel = "SHARE",
      description =
          "Of self-training: probability from which on a prediction is taken for a label. Default:"
              + " 0.9.")
  private Double confidence;

  void applyTo(OptionTree options) {
    options.set("objective.graphWeight", graphWeight);
    options.set("objective.entropyWeight", entropyWeight);
    options.set("objective.penalty", penalty);
    options.set("objective.normalization", normalization);
    options.set("objective.scope", scope);
    options.set("objective.symmetric", symmetric);
    options.set("objective.smoothing", smoothing);
    options.set("objective.balance", balance);
    options.set("network.hidden", hidden);
    options.set("network.dropout", dropout);
    options.set("network.activation", activation);
    options.set("network.initialization", initialization);
    options.set("optimizer.rule", rule);
    options.set("optimizer.momentum", momentum);
    options.set("optimizer.decay", decay);
    options.set("training.epochs", epochs);
    options.set("training.learningRate", learningRate);
    options.set("training.schedule", schedule);
    options.set("training.warmup", warmup);
    options.set("training.clip", clip);
    options.set("training.patience", patience);
    options.set("selfTraining.rounds", selfRounds);
    options.set("selfTraining.confidence", confidence);
  }
}
