package io.kith.cli;

import io.kith.OptionTree;
import picocli.CommandLine.Option;

/** Which rows train, validate and test, and which labels may be seen. */
final class SplitFlags {
  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description = "Share of labelled rows that validate. Default: 0.1.")
  private Double validation;

  @Option(
      names = "--test",
      paramLabel = "SHARE",
      description = "Share of labelled rows that test. Default: 0.2.")
  private Double test;

  @Option(
      names = "--label-ratio",
      paramLabel = "SHARE",
      description = "Hide training labels down to this share, for experiments. Default: 1.")
  private Double labelRatio;

  @Option(
      names = "--no-stratify",
      description = "Split and hide labels plainly at random, not class by class.")
  private boolean plain;

  void applyTo(OptionTree options) {
    options.set("split.validation", validation);
    options.set("split.test", test);
    options.set("split.labelRatio", labelRatio);
    options.set("split.stratified", plain ? Boolean.FALSE : null);
  }
}
