package io.kith.cli;

import io.kith.OptionTree;
import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Standardizer;
import io.kith.engine.Device;
import io.kith.engine.FloatMatrix;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphFile;
import io.kith.graph.GraphOrigin;
import io.kith.graph.StoredGraph;
import io.kith.speech.FramesOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
            + " .tsv, .csv or .parquet as a list of edges. Given a graph, says what is known of it.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class GraphCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DATA",
      description = "Data file or speech corpus; or a graph, .npz or .graph, to look at.")
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
    Device device = common.device();
    Console console = common.console();
    if (GraphFile.isGraph(data)) {
      inspect(console);
      return 0;
    }
    GraphFile.requireWritable(out);
    try (Parallel parallel = common.parallel()) {
      Dataset dataset =
          Source.read(data, options.data(), FramesOptions.defaults(), parallel, console)
              .table()
              .dataset();
      int[] shown = show.stream().mapToInt(row -> NeighborListing.row(dataset, row)).toArray();
      String fingerprint = GraphOrigin.fingerprint(dataset);
      int[] all = IntStream.range(0, dataset.size()).toArray();
      Standardizer standardizer = Standardizer.fit(dataset.features(), all, parallel);
      try (FloatMatrix rows = dataset.features()) {
        standardizer.applyInPlace(rows, parallel); // nobody else wants them as they were
        BuiltGraph built =
            new GraphBuilder(options.graph(), device, new Seed(options.seed()).derive("graph"))
                .build(rows, parallel, console);
        GraphOrigin origin = built.origin(options.graph(), fingerprint);
        GraphFile.write(out, built.graph(), origin, dataset);
        summarize(built, dataset.labels(), origin, console);
        for (int row : shown) {
          NeighborListing.print(dataset, built, row, console);
        }
      }
      return 0;
    }
  }

  private void inspect(Console console) {
    StoredGraph stored = GraphFile.readStored(data);
    GraphSummary.print(stored.graph(), stored.origin(), console);
    for (String row : show) {
      NeighborListing.print(stored.graph(), row, console);
    }
  }

  private void summarize(BuiltGraph built, Labels labels, GraphOrigin origin, Console console) {
    GraphSummary.print(built.graph(), Optional.of(origin), console);
    if (labels.labeledCount() > 0) {
      console.print(
          "same label   %.1f %% of neighbours", 100 * built.neighbors().agreement(labels));
    }
    console.print("graph        %s", out);
  }
}
