package io.kith.cli;

import io.kith.OptionTree;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.graph.StoredGraph;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import io.kith.partition.PartitionFile;
import io.kith.partition.PartitionMethod;
import io.kith.partition.PartitionOptions;
import io.kith.partition.PartitionQuality;
import io.kith.partition.Partitioner;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "partition",
    description = "Cuts a graph into small balanced blocks.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class PartitionCommand implements Callable<Integer> {
  private static final int BLOCK_SIZE = 26; // 1024 rows a batch over 39 classes, as in the paper

  @Parameters(paramLabel = "GRAPH", description = "Graph file that kith graph or SciPy wrote.")
  private Path graphFile;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "blocks.npy",
      description =
          "File to write, .npy or METIS's .part; a .json of the same name goes beside it."
              + " Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--data",
      paramLabel = "DATA",
      description = "The data the graph was made from, for --balance-labels.")
  private Path data;

  @Mixin private CommonFlags common;
  @Mixin private StartFlags start;
  @Mixin private DataFlags dataFlags;
  @Mixin private PartitionFlags flags;

  @Override
  public Integer call() {
    OptionTree tree = start.tree();
    dataFlags.applyTo(tree);
    flags.applyTo(tree);
    RunOptions options = tree.options();
    Console console = common.console();
    PartitionFile.requireKnownForm(out);
    if (options.partition().balanceLabels() && data == null) {
      throw new BadInputException(
          "--balance-labels needs the labels: name the graph's data with --data and --label.");
    }
    int wished = options.partition().blockSize();
    try (Parallel parallel = common.parallel()) {
      StoredGraph stored = GraphFile.readStored(graphFile);
      AffinityGraph graph = stored.graph();
      Labels labels =
          data == null
              ? Labels.none(graph.size())
              : Source.labels(data, graph.size(), options.data(), parallel, console);
      Partition partition =
          partitioner(stored, labels, options.partition())
              .partition(
                  graph,
                  options
                      .partition()
                      .withBlockSize(wished == 0 ? BLOCK_SIZE : wished)
                      .blocks(graph.size()),
                  options.partition().imbalance(),
                  new Seed(options.seed()).derive("partition"),
                  parallel,
                  console);
      PartitionQuality quality = PartitionQuality.of(graph, partition);
      PartitionFile.write(out, partition, quality);
      console.print("rows          %,d", partition.size());
      stored
          .origin()
          .ifPresent(
              o ->
                  console.print(
                      "recall        %.3f of the graph, %s search", o.recall(), o.search()));
      console.print(
          "isolated      %,d rows, %,d components", graph.isolatedCount(), graph.componentCount());
      console.print("blocks        %,d", partition.blockCount());
      console.print("rows a block  %,d to %,d", quality.smallestBlock(), quality.largestBlock());
      console.print("balance       %.3f", quality.balance());
      console.print("weight cut    %.1f %%", 100 * quality.cutShare());
      console.print("connectivity  %.1f %%", 100 * quality.connectivity());
      console.print("blocks        %s", out);
      return 0;
    }
  }

  /** Rows of a METIS file may have weights of their own; blocks then weigh alike. */
  private Partitioner partitioner(StoredGraph stored, Labels labels, PartitionOptions options) {
    if (stored.nodeWeights().isEmpty()) {
      return options.partitioner(labels);
    }
    if (options.partitioner() != PartitionMethod.MULTILEVEL || options.balanceLabels()) {
      throw new BadInputException(
          graphFile
              + " has node weights, which only --partitioner multilevel without --balance-labels"
              + " goes by: choose that, or leave the weights out of the file.");
    }
    return new MultilevelPartitioner(stored.nodeWeights().get());
  }
}
