package io.kith.cli;

import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.EngineRate;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphFile;
import io.kith.graph.SearchPlan;
import io.kith.speech.FramesOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "graph",
    description =
        "Builds the affinity graph over all rows and writes it: .npz for SciPy, .graph for METIS,"
            + " .tsv, .csv or .parquet as a list of edges.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class GraphCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DATA", description = "Data file or speech corpus.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "graph.npz",
      description = "File to write. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--show",
      paramLabel = "ROW",
      description = "Also print the neighbours of this row, by its id or number; may be repeated.")
  private List<String> show = List.of();

  @Mixin private CommonFlags common;
  @Mixin private StartFlags start;
  @Mixin private DataFlags dataFlags;
  @Mixin private GraphFlags graphFlags;

  @Override
  public Integer call() {
    OptionTree tree = start.tree();
    dataFlags.applyTo(tree);
    graphFlags.applyTo(tree);
    RunOptions options = tree.options();
    common.requireDevice();
    GraphFile.requireWritable(out);
    Console console = common.console();
    try (Parallel parallel = common.parallel()) {
      Dataset dataset =
          Source.read(data, options.data(), FramesOptions.defaults(), parallel, console)
              .table()
              .dataset();
      int[] shown = show.stream().mapToInt(row -> NeighborListing.row(dataset, row)).toArray();
      int[] all = IntStream.range(0, dataset.size()).toArray();
      Standardizer standardizer = Standardizer.fit(dataset.features(), all, parallel);
      GraphBuilder builder =
          new GraphBuilder(options.graph(), new Seed(options.seed()).derive("graph"));
      try (FloatMatrix rows = dataset.features()) {
        standardizer.applyInPlace(rows, parallel); // nobody else wants them as they were
        announce(builder.plan(rows), parallel.threads(), console);
        BuiltGraph built = builder.build(rows, parallel, console);
        GraphFile.write(out, built.graph(), dataset);
        summarize(built, dataset.labels(), console);
        for (int row : shown) {
          NeighborListing.print(dataset, built, row, console);
        }
      }
      return 0;
    }
  }

  private static void announce(SearchPlan plan, int threads, Console console) {
    double rate = EngineRate.flopsPerSecond(plan.columns());
    console.print("search       %s, %s", plan.method(), plan.reason());
    console.print(
        "estimate     %s, %.1f GB",
        Console.time(plan.seconds(rate, threads)), plan.bytes(threads) / 1e9);
  }

  private void summarize(BuiltGraph built, Labels labels, Console console) {
    AffinityGraph graph = built.graph();
    console.print("rows         %,d", graph.size());
    console.print("edges        %,d", graph.edgeCount());
    console.print(
        "recall       %.3f %s",
        built.recall(),
        built.plan().exact() ? "(all pairs compared)" : "(of a sample, against exact search)");
    if (labels.labeledCount() > 0) {
      console.print(
          "same label   %.1f %% of neighbours", 100 * built.neighbors().agreement(labels));
    }
    console.print("sigma        %.4f", built.kernel().sigma());
    console.print("isolated     %,d", graph.isolatedCount());
    console.print("components   %,d", graph.componentCount());
    console.print("fingerprint  %s", graph.fingerprint());
    console.print("graph        %s", out);
  }
}
