package io.kith.cli;

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

  void applyTo(OptionTree options) {
    options.set("partition.blockSize", blockSize);
    options.set("partition.imbalance", imbalance);
  }
}
