package io.kith.cli;

import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.data.Dataset;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.AffinityKernel;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.GraphFile;
import io.kith.graph.Neighbors;
import io.kith.speech.FramesOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "graph",
    description = "Builds the affinity graph over all rows and writes it as a SciPy sparse matrix.",
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
    Console console = common.console();
    try (Parallel parallel = common.parallel()) {
      Dataset dataset =
          Source.read(data, options.data(), FramesOptions.defaults(), parallel, console)
              .table()
              .dataset();
      int[] all = IntStream.range(0, dataset.size()).toArray();
      Standardizer standardizer = Standardizer.fit(dataset.features(), all, parallel);
      try (FloatMatrix rows = standardizer.apply(dataset.features(), parallel)) {
        Neighbors neighbors =
            new ExactNeighborSearch().search(rows, options.graph().neighbors(), parallel, console);
        AffinityKernel kernel = options.graph().kernelFor(neighbors);
        AffinityGraph graph = AffinityGraph.of(neighbors, kernel, options.graph().symmetrization());
        GraphFile.write(out, graph);
        console.print("rows         %,d", graph.size());
        console.print("edges        %,d", graph.edgeCount());
        console.print("sigma        %.4f", kernel.sigma());
        console.print("isolated     %,d", graph.isolatedCount());
        console.print("components   %,d", graph.componentCount());
        console.print("fingerprint  %s", graph.fingerprint());
        console.print("graph        %s", out);
      }
      return 0;
    }
  }
}
