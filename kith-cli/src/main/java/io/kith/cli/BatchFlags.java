package io.kith.cli;

import io.kith.OptionTree;
import io.kith.batch.Companions;
import io.kith.batch.Synthesis;
import picocli.CommandLine.Option;

/** What one step trains on. */
final class BatchFlags {
  @Option(
      names = "--batch-size",
      paramLabel = "ROWS",
      description = "Rows of a meta-batch. Default: 1024, fewer for small data.")
  private Integer batchSize;

  @Option(
      names = "--companions",
      paramLabel = "NAME",
      description =
          "Who joins a meta-batch at a step: a neighbouring batch (default), neighbouring blocks,"
              + " one for each of its own, or none.")
  private Companions companions;

  @Option(
      names = "--synthesis",
      paramLabel = "NAME",
      description =
          "Gather blocks at random (default), or diverse, so that each batch mirrors the whole"
              + " set.")
  private Synthesis synthesis;

  @Option(names = "--resynthesize", description = "Gather the blocks anew every epoch.")
  private boolean resynthesize;

  @Option(
      names = "--unbiased",
      description =
          "Weigh edges between batches by how rarely they meet, so that the expected graph term is"
              + " the whole graph's.")
  private boolean unbiased;

  @Option(
      names = "--labeled-per-step",
      paramLabel = "ROWS",
      description = "Labelled rows added to every step. Default: 256; 0 in the paper's recipe.")
  private Integer labeledPerStep;

  void applyTo(OptionTree options) {
    options.set("batch.batchSize", batchSize);
    options.set("batch.companions", companions);
    options.set("batch.synthesis", synthesis);
    options.set("batch.resynthesize", resynthesize ? Boolean.TRUE : null);
    options.set("batch.unbiased", unbiased ? Boolean.TRUE : null);
    options.set("batch.labeledPerStep", labeledPerStep);
  }
}
