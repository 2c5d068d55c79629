package io.kith.cli;

import io.kith.OptionTree;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.BatchQuality;
import io.kith.batch.CompanyQuality;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.data.Npy;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.partition.Partition;
import io.kith.partition.PartitionFile;
import io.kith.partition.RandomPartitioner;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "batches",
    description =
        "Gathers blocks into meta-batches and measures them beside random batches and partitions"
            + " of a batch's size.",
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

  @Option(
      names = "--histograms",
      paramLabel = "FILE",
      description = "Write histograms of connectivity and label entropy as a .csv table.")
  private Path histograms;

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
    if (histograms != null && !histograms.toString().endsWith(".csv")) {
      throw new BadInputException(
          "histograms are written as .csv, but --histograms was " + histograms + ".");
    }
    Seed seed = new Seed(options.seed());
    try (Parallel parallel = common.parallel()) {
      AffinityGraph graph = GraphFile.read(graphFile);
      Partition blocks = PartitionFile.read(blocksFile, graph);
      Labels labels =
          data == null
              ? Labels.none(graph.size())
              : Source.labels(data, graph.size(), options.data(), parallel, console);
      // No label is visible to the plan: entropy is measured on labels that training may not see.
      MetaBatchPlan plan =
          MetaBatchPlan.of(
              graph, blocks, Labels.none(graph.size()), options.batch(), seed.derive("batch"));
      int batches = plan.batchCount();
      Partition dealt =
          new RandomPartitioner()
              .partition(graph, batches, 0.05, seed.derive("random"), parallel, console);
      Partition direct =
          options
              .partition()
              .partitioner(labels)
              .partition(graph, batches, 0.05, seed.derive("partition"), parallel, console);
      Map<String, BatchQuality> qualities = new LinkedHashMap<>();
      qualities.put("random", BatchQuality.of(graph, dealt.rowsOfBlocks(), labels));
      qualities.put("partitions", BatchQuality.of(graph, direct.rowsOfBlocks(), labels));
      qualities.put("meta-batches", BatchQuality.of(graph, plan, labels));
      qualities.put("their blocks", BatchQuality.of(graph, blocks.rowsOfBlocks(), labels));
      console.print(
          "meta-batches of about %,d rows: %,d",
          options.batch().forRows(graph.size()).batchSize(), batches);
      console.print("");
      print(console, qualities, labels);
      CompanyQuality company = CompanyQuality.of(graph, plan, 1);
      console.print("");
      console.print(
          "companions    %s: %.2f rows for each row, %.1f %% of the weight that leaves its batch",
          options.batch().companions(), company.rows(), 100 * company.covered());
      if (out != null) {
        writeBatches(plan, graph.size());
        console.print("batches       %s", out);
      }
      if (histograms != null) {
        HistogramTable.write(histograms, qualities, labels.labeledCount() > 0);
        console.print("histograms    %s", histograms);
      }
      return 0;
    }
  }

  private static void print(Console console, Map<String, BatchQuality> qualities, Labels labels) {
    console.print("%22s %27s %27s", "", "connectivity", "label entropy");
    console.print(
        "%-14s %7s %13s %13s %13s %13s", "", "count", "mean", "variance", "mean", "variance");
    qualities.forEach(
        (name, quality) ->
            console.print(
                "%-14s %,7d %13.4f %13.2e %13.4f %13.2e",
                name,
                quality.size(),
                quality.meanConnectivity(),
                square(quality.connectivityDeviation()),
                quality.meanEntropy(),
                square(quality.entropyDeviation())));
    if (labels.labeledCount() == 0) {
      console.print("(label entropy needs --data with --label)");
    } else {
      console.print(
          "%-14s %,7d %27s %13.4f", "whole set", 1, "", qualities.get("random").wholeEntropy());
    }
  }

  private static double square(double x) {
    return x * x;
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
}
