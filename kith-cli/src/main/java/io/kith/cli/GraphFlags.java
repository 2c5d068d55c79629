package io.kith.cli;

import io.kith.graph.Kernel;
import io.kith.graph.Symmetrization;
import picocli.CommandLine.Option;

/** How rows become a graph. */
final class GraphFlags {
  @Option(
      names = "--neighbors",
      paramLabel = "N",
      description = "Nearest rows each row is joined with. Default: 10.")
  private Integer neighbors;

  @Option(names = "--kernel", paramLabel = "NAME", description = "rbf (default) or rbf-unsquared.")
  private Kernel kernel;

  @Option(
      names = "--sigma",
      paramLabel = "X",
      description = "Width of the kernel. Default: the median neighbour distance.")
  private Double sigma;

  @Option(
      names = "--symmetrization",
      paramLabel = "NAME",
      description = "Join rows if either chose the other (union, default) or both did (mutual).")
  private Symmetrization symmetrization;

  void applyTo(OptionTree options) {
    options.set("graph.neighbors", neighbors);
    options.set("graph.kernel", kernel);
    options.set("graph.sigma", sigma);
    options.set("graph.symmetrization", symmetrization);
  }
}
