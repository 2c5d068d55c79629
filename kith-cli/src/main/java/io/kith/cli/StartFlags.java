package io.kith.cli;

import io.kith.OptionTree;
import io.kith.Recipe;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where options start from, before single flags change them. */
final class StartFlags {
  @Option(
      names = "--options",
      paramLabel = "FILE",
      description = "JSON file with options, or the run.json of a run to repeat.")
  private Path file;

  @Option(
      names = "--recipe",
      paramLabel = "NAME",
      defaultValue = "kith",
      description = "Defaults to start from: kith, or paper for the paper's own.")
  private Recipe recipe;

  @Option(names = "--seed", paramLabel = "N", description = "Origin of all randomness. Default: 1.")
  private Long seed;

  OptionTree tree() {
    OptionTree tree = new OptionTree(recipe.options(), "the command line");
    if (file != null) {
      tree.merge(file);
    }
    tree.set("seed", seed);
    return tree;
  }
}
