package io.kith.cli;

import picocli.CommandLine.Option;

/** What one step trains on. */
final class BatchFlags {
  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      description = "Rows of a meta-batch. Default: 1024.")
  private Integer batchSize;

  @Option(
      names = "--no-neighbor-batch",
      description = "Train on each meta-batch alone, without a neighbouring one.")
  private boolean alone;

  @Option(
      names = "--labeled-per-step",
      paramLabel = "ROWS",
      description = "Labelled rows added to every step. Default: 256; 0 in the paper's recipe.")
  private Integer labeledPerStep;

  void applyTo(OptionTree options) {
    options.set("batch.batchSize", batchSize);
    options.set("batch.neighborBatch", alone ? Boolean.FALSE : null);
    options.set("batch.labeledPerStep", labeledPerStep);
  }
}
