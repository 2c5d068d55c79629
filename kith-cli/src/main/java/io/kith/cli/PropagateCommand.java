package io.kith.cli;

import io.kith.OptionTree;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Predictions;
import io.kith.data.Split;
import io.kith.data.SplitOptions;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphFile;
import io.kith.propagate.Evidence;
import io.kith.propagate.Propagated;
import io.kith.propagate.Propagation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "propagate",
    description = {
      "Carries labels over the graph, without a network, and writes class and probabilities of"
          + " every row.",
      "Rows that no label reaches have no class and are counted."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PropagateCommand implements Callable<Integer> {
  private static final int ROWS_PER_CHUNK = 8192;

  @Parameters(paramLabel = "DATA", description = "Data file or speech corpus.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "predictions.csv",
      description = "CSV, TSV or Parquet file to write. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description = "Graph of these data that kith graph wrote. Default: build it.")
  private Path graphFile;

  @Option(
      names = "--hold-out",
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description =
          "Share of labels to hide once, to measure accuracy by; 0 for none. Default:"
              + " ${DEFAULT-VALUE}.")
  private double holdOut;

  @Mixin private CommonFlags common;
  @Mixin private PropagationFlags flags;
  @Mixin private FrameFlags speech;
  @Mixin private StartFlags start;
  @Mixin private DataFlags dataFlags;
  @Mixin private GraphFlags graphFlags;

  @Override
  public Integer call() {
    OptionTree tree = start.tree();
    dataFlags.applyTo(tree);
    graphFlags.applyTo(tree);
    RunOptions options = tree.options();
    Propagation learner = flags.learner();
    if (!(holdOut >= 0 && holdOut < 1)) {
      throw new BadInputException("--hold-out must be >= 0 and < 1, but was " + holdOut + ".");
    }
    common.requireDevice();
    Console console = common.console();
    Seed seed = new Seed(options.seed());
    try (Parallel parallel = common.parallel()) {
      Dataset dataset =
          Source.read(data, options.data(), speech.options(), parallel, console).table().dataset();
      Evidence.requireLabels(dataset.labels());
      AffinityGraph graph =
          graphFile == null
              ? build(dataset, options, seed, parallel, console)
              : GraphFile.read(graphFile, dataset);
      Labels labels = dataset.labels();
      Propagated result = propagate(learner, graph, labels, parallel, console);
      Predictions.write(out, dataset, labels.names(), sink -> send(result, sink));
      console.print("rows         %,d, %,d of them labelled", labels.size(), labels.labeledCount());
      console.print(
          "unreached    %,d (no path of edges leads to a label)", result.unreachedCount());
      console.print("rounds       %d", result.account().rounds());
      if (holdOut > 0) {
        measure(learner, graph, labels, seed, parallel, console);
      }
      console.print("predictions  %s", out);
      warn(result, console);
      return 0;
    }
  }

  private static AffinityGraph build(
      Dataset dataset, RunOptions options, Seed seed, Parallel parallel, Console console) {
    int[] all = IntStream.range(0, dataset.size()).toArray();
    Standardizer standardizer = Standardizer.fit(dataset.features(), all, parallel);
    try (FloatMatrix rows = standardizer.apply(dataset.features(), parallel)) {
      return new GraphBuilder(options.graph(), seed.derive("graph"))
          .build(rows, parallel, console)
          .graph();
    }
  }

  private Propagated propagate(
      Propagation learner,
      AffinityGraph graph,
      Labels visible,
      Parallel parallel,
      Console console) {
    Propagated result = learner.propagate(new Evidence(graph, visible), parallel, console);
    return flags.classMass() ? result.scaled(result.classMassScales(visible)) : result;
  }

  private static void send(Propagated result, Predictions.Sink sink) {
    for (int from = 0; from < result.size(); from += ROWS_PER_CHUNK) {
      int to = Math.min(result.size(), from + ROWS_PER_CHUNK);
      try (FloatMatrix chunk = result.probabilities(from, to)) {
        sink.accept(from, chunk);
      }
    }
  }

  /** Hides some labels and counts how many of them come back. */
  private void measure(
      Propagation learner,
      AffinityGraph graph,
      Labels labels,
      Seed seed,
      Parallel parallel,
      Console console) {
    int[] all = IntStream.range(0, labels.size()).toArray();
    SplitOptions options = SplitOptions.defaults().withLabelRatio(1 - holdOut);
    Labels visible = Split.of(all, new int[0], new int[0]).visibleLabels(labels, options, seed);
    Propagated result = propagate(learner, graph, visible, parallel, console);
    int hidden = 0;
    int right = 0;
    for (int row : labels.labeledRows()) {
      if (!visible.isLabeled(row)) {
        hidden++;
        right += result.label(row) == labels.label(row) ? 1 : 0;
      }
    }
    if (hidden > 0) {
      console.print(
          "accuracy     %.1f %% of %,d labels, hidden to measure it",
          100.0 * right / hidden, hidden);
    }
  }

  private void warn(Propagated result, Console console) {
    if (result.unreachedCount() > 0) {
      console.warn(
          result.unreachedCount()
              + " rows were reached by no label and have no class: label some of them, or join more"
              + " rows with a larger --neighbors.");
    }
    if (!result.account().converged()) {
      console.warn(
          "the iteration had not converged after "
              + result.account().rounds()
              + " rounds: allow more with --rounds.");
    }
  }
}
