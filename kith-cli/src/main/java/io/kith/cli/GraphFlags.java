package io.kith.cli;

import io.kith.OptionTree;
import io.kith.base.BadInputException;
import io.kith.graph.Kernel;
import io.kith.graph.Metric;
import io.kith.graph.SearchEffort;
import io.kith.graph.SearchMethod;
import io.kith.graph.Symmetrization;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How rows become a graph. */
final class GraphFlags {
  @Option(
      names = "--neighbors",
      paramLabel = "N",
      description = "Nearest rows each row is joined with. Default: 10.")
  private Integer neighbors;

  @Option(
      names = "--metric",
      paramLabel = "NAME",
      description = "euclidean (default), cosine or inner-product.")
  private Metric metric;

  @Option(
      names = "--search",
      paramLabel = "NAME",
      description =
          "exact, approximate, or auto (default): exact unless there are too many rows for it.")
  private SearchMethod search;

  @Option(
      names = "--effort",
      paramLabel = "NAME",
      description =
          "How hard approximate search tries: fastest, quick, normal (default) or thorough.")
  private SearchEffort effort;

  @Option(
      names = "--kernel",
      paramLabel = "NAME",
      description =
          "rbf (default), rbf-local (a width for each row), rbf-unsquared, cosine or constant.")
  private Kernel kernel;

  @Option(
      names = "--sigma",
      paramLabel = "X",
      description = "Width of the kernel. Default: the median neighbour distance.")
  private Double sigma;

  @Option(
      names = "--symmetrization",
      paramLabel = "NAME",
      description =
          "Join rows if either chose the other (union, default), if both did (mutual), or with half"
              + " the weight if one did (mean).")
  private Symmetrization symmetrization;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory the graph may take in all, such as 6g or 500m. Default: no limit.")
  private String memory;

  void applyTo(OptionTree options) {
    options.set("graph.neighbors", neighbors);
    options.set("graph.metric", metric);
    options.set("graph.search", search);
    options.set("graph.effort", effort);
    options.set("graph.kernel", kernel);
    options.set("graph.sigma", sigma);
    options.set("graph.symmetrization", symmetrization);
    options.set("graph.memoryMegabytes", memory == null ? null : megabytes(memory));
  }

  static long megabytes(String size) {
    String text = size.toLowerCase(Locale.ROOT);
    if (!text.matches("[1-9]\\d{0,8}[gm]")) {
      throw new BadInputException(
          "memory must be a number with g or m, such as 6g or 500m, but was '" + size + "'.");
    }
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    return text.endsWith("g") ? 1024 * number : number;
  }
}
