package io.kith.cli;

import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.BatchQuality;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.data.Npy;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.partition.Partition;
import io.kith.partition.PartitionFile;
import io.kith.partition.RandomPartitioner;
import io.kith.speech.FramesOptions;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "batches",
    description = "Gathers blocks into meta-batches and measures them beside random batches.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class BatchesCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "GRAPH", description = "Graph file.")
  private Path graphFile;

  @Parameters(index = "1", paramLabel = "BLOCKS", description = "Partition of that graph.")
  private Path blocksFile;

  @Option(
      names = "--data",
      paramLabel = "DATA",
      description = "The data the graph was made from, to measure the labels' entropy.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Write the meta-batch of every row as a .npy vector.")
  private Path out;

  @Mixin private CommonFlags common;
  @Mixin private StartFlags start;
  @Mixin private DataFlags dataFlags;
  @Mixin private BatchFlags batchFlags;

  @Override
  public Integer call() {
    OptionTree tree = start.tree();
    dataFlags.applyTo(tree);
    batchFlags.applyTo(tree);
    RunOptions options = tree.options();
    Console console = common.console();
    Seed seed = new Seed(options.seed());
    try (Parallel parallel = common.parallel()) {
      AffinityGraph graph = GraphFile.read(graphFile);
      Partition blocks = PartitionFile.read(blocksFile, graph);
      Labels labels = Labels.none(graph.size());
      if (data != null) {
        labels =
            Source.read(data, options.data(), FramesOptions.defaults(), parallel, console)
                .table()
                .dataset()
                .labels();
        if (labels.size() != graph.size()) {
          throw new BadInputException(
              data
                  + " has "
                  + labels.size()
                  + " rows, but the graph has "
                  + graph.size()
                  + ": name the data that the graph was made from.");
        }
      }
      MetaBatchPlan plan =
          MetaBatchPlan.of(graph, blocks, labels, options.batch(), seed.derive("batch"));
      Partition shuffled =
          new RandomPartitioner()
              .partition(graph, plan.batchCount(), 0.05, seed.derive("random"), parallel, console);
      console.print(
          "meta-batches of about %,d rows: %,d", options.batch().batchSize(), plan.batchCount());
      console.print("");
      console.print("%-14s %20s %20s", "", "connectivity", "label entropy");
      line(console, "meta-batches", BatchQuality.of(graph, plan, labels));
      line(console, "blocks", BatchQuality.of(graph, blocks.rowsOfBlocks(), labels));
      line(console, "random", BatchQuality.of(graph, shuffled.rowsOfBlocks(), labels));
      if (labels.labeledCount() == 0) {
        console.print("(label entropy needs --data with --label)");
      }
      if (out != null) {
        writeBatches(plan, graph.size());
        console.print("batches       %s", out);
      }
      return 0;
    }
  }

  private void writeBatches(MetaBatchPlan plan, int rows) {
    int[] batchOfRow = new int[rows];
    for (int b = 0; b < plan.batchCount(); b++) {
      for (int row : plan.rows(b)) {
        batchOfRow[row] = b;
      }
    }
    Npy.write(out, batchOfRow);
  }

  private static void line(Console console, String name, BatchQuality quality) {
    console.print(
        "%-14s %9.1f %% ± %4.1f %% %12.3f ± %.3f",
        name,
        100 * quality.meanConnectivity(),
        100 * quality.connectivityDeviation(),
        quality.meanEntropy(),
        quality.entropyDeviation());
  }
}
