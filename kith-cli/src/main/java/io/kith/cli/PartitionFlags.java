package io.kith.cli;

import io.kith.OptionTree;
import io.kith.partition.PartitionMethod;
import picocli.CommandLine.Option;

/** How a graph is cut into blocks. */
final class PartitionFlags {
  @Option(
      names = "--block-size",
      paramLabel = "ROWS",
      description = "Rows of a block. Default: batch size divided by classes.")
  private Integer blockSize;

  @Option(
      names = "--imbalance",
      paramLabel = "SHARE",
      description = "How far the largest block may exceed the average. Default: 0.05.")
  private Double imbalance;

  @Option(
      names = "--partitioner",
      paramLabel = "NAME",
      description = "multilevel (default), metis where METIS is installed, or random.")
  private PartitionMethod partitioner;

  @Option(
      names = "--balance-labels",
      description = "Spread the labelled rows evenly over the blocks, too.")
  private boolean balanceLabels;

  void applyTo(OptionTree options) {
    options.set("partition.blockSize", blockSize);
    options.set("partition.imbalance", imbalance);
    options.set("partition.partitioner", partitioner);
    options.set("partition.balanceLabels", balanceLabels ? Boolean.TRUE : null);
  }
}
