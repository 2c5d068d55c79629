package io.kith.cli;

import io.kith.Method;
import io.kith.OptionTree;
import io.kith.RunOptions;
import java.nio.file.Path;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Every option of a run as a flag; those not given keep what the options file or recipe says. */
final class RunFlags {
  @Mixin private StartFlags start;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description =
          "auto (default): the graph, unless the baseline does better on the validation rows; graph;"
              + " supervised, the baseline on labelled rows alone; self-training; or the graph on"
              + " other batches, graph-random or graph-partitions.")
  private Method method;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "Graph over all rows to train with instead of building one: SciPy's or a neighbour"
              + " matrix's .npz, METIS's .graph, or edges as .tsv, .csv or .parquet.")
  private Path graphFile;

  @ArgGroup(exclusive = false, heading = "%nData%n", order = 10)
  private DataFlags data = new DataFlags();

  @ArgGroup(exclusive = false, heading = "%nSplit%n", order = 20)
  private SplitFlags split = new SplitFlags();

  @ArgGroup(exclusive = false, heading = "%nGraph%n", order = 30)
  private GraphFlags graph = new GraphFlags();

  @ArgGroup(exclusive = false, heading = "%nBlocks%n", order = 40)
  private PartitionFlags partition = new PartitionFlags();

  @ArgGroup(exclusive = false, heading = "%nBatches%n", order = 50)
  private BatchFlags batch = new BatchFlags();

  @ArgGroup(exclusive = false, heading = "%nObjective, network, training%n", order = 60)
  private TrainingFlags training = new TrainingFlags();

  @ArgGroup(exclusive = false, heading = "%nWorkers%n", order = 70)
  private WorkerFlags workers = new WorkerFlags();

  RunOptions options() {
    OptionTree tree = start.tree();
    tree.set("method", method);
    data.applyTo(tree);
    split.applyTo(tree);
    graph.applyTo(tree);
    tree.set("graph.file", graphFile == null ? null : graphFile.toString());
    partition.applyTo(tree);
    batch.applyTo(tree);
    training.applyTo(tree);
    workers.applyTo(tree);
    return tree.options();
  }
}
