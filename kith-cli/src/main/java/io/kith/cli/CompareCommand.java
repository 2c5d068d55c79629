package io.kith.cli;

import io.kith.OptionTree;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.compare.AccuracyPlot;
import io.kith.compare.Cell;
import io.kith.compare.Comparison;
import io.kith.compare.ComparisonListener;
import io.kith.compare.ComparisonOptions;
import io.kith.compare.ComparisonResult;
import io.kith.compare.ComparisonTable;
import io.kith.train.TrainingListener;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "compare",
    abbreviateSynopsis = true,
    description = {
      "Compares methods at several label ratios: is the graph worth it on these data?",
      "Networks (supervised, graph, graph-random, graph-partitions, self-training) and propagation"
          + " learners (label-propagation, label-spreading, measure-propagation, mad, poisson, pmp)"
          + " run on the same rows, labels and graph, once for each seed. An interrupted comparison"
          + " goes on where it was: finished cells are not run again."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nWrites%n",
    footer = {
      "  OUT/comparison.svg   accuracy against label ratio, with bands of one deviation",
      "  OUT/comparison.csv   a line for each method and ratio",
      "  OUT/comparison.json  the same and every single run",
      "  OUT/cells/           finished runs, to go on from"
    })
final class CompareCommand implements Callable<Integer> {
  private static final String RESULT = "comparison.json";
  private static final String CELLS = "cells";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DATA",
      description =
          "CSV, TSV, JSON lines, Parquet, .npz or .npy file, or a speech corpus in TIMIT's layout.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      defaultValue = "kith-compare",
      description = "Folder to write to. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--ratios",
      paramLabel = "PERCENT",
      split = ",",
      description = "Percentages of labels that may be seen. Default: 2,5,10,30,50,100.")
  private List<Double> ratios = ComparisonOptions.defaults().ratios();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How often all is repeated, from --seed on. Default: 3.")
  private int seeds = ComparisonOptions.defaults().seeds();

  @Option(
      names = "--methods",
      paramLabel = "NAME",
      split = ",",
      description = "Methods to compare. Default: all.")
  private List<String> methods = ComparisonOptions.defaults().methods();

  @Option(
      names = "--tune",
      paramLabel = "TRAININGS",
      description =
          "What each network may spend, at each ratio, on choosing among twelve candidates by the"
              + " validation rows; propagation learners try all of theirs. 0 takes every method as"
              + " it is. Default: 4.")
  private double budget = ComparisonOptions.defaults().budget();

  @Mixin private CommonFlags common;
  @Mixin private FrameFlags speech;
  @Mixin private StartFlags start;

  @ArgGroup(exclusive = false, heading = "%nData%n", order = 10)
  private DataFlags dataFlags = new DataFlags();

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

  @Override
  public Integer call() {
    if (spec.commandLine().getParseResult().hasMatchedOption("--label-ratio")) {
      throw new BadInputException(
          "kith compare takes percentages with --ratios, not one --label-ratio.");
    }
    ComparisonOptions options = new ComparisonOptions(ratios, seeds, methods, budget);
    RunOptions base = options();
    common.requireDevice();
    Console console = common.console();
    RunFolder.claim(out, RESULT, CELLS);
    try (Parallel parallel = common.parallel()) {
      Source source = Source.read(data, base.data(), speech.options(), parallel, console);
      RunContext context =
          new RunContext(
                  parallel, console, TrainingListener.NONE, common.command(), Optional.empty())
              .withCompute(common.compute());
      ComparisonResult result =
          new Comparison(source.table(), source.ownSplit(), base, options)
              .run(out.resolve(CELLS), context, new Teller(console, options));
      Path svg = out.resolve("comparison.svg");
      Path csv = out.resolve("comparison.csv");
      AccuracyPlot.write(svg, result);
      ComparisonTable.writeCsv(csv, result);
      result.write(out.resolve(RESULT));
      console.print("");
      console.print(ComparisonTable.text(result));
      console.print("plot         %s", svg);
      console.print("table        %s", csv);
      return 0;
    }
  }

  private RunOptions options() {
    OptionTree tree = start.tree();
    dataFlags.applyTo(tree);
    split.applyTo(tree);
    graph.applyTo(tree);
    partition.applyTo(tree);
    batch.applyTo(tree);
    training.applyTo(tree);
    return tree.options();
  }

  /** Says what is done, and once for each ratio and seed which classes vanished. */
  private static final class Teller implements ComparisonListener {
    private final Console console;
    private final int cells;
    private final Set<String> warned = new HashSet<>();
    private int done;

    Teller(Console console, ComparisonOptions options) {
      this.console = console;
      cells = options.seeds() * options.methods().size() * options.ratios().size();
    }

    @Override
    public void chose(String method, double ratio, Map<String, String> options, double seconds) {
      console.print(
          "chosen       %s at %s %%: %s (in %s)",
          method, ComparisonOptions.text(ratio), joined(options), Console.time(seconds));
    }

    @Override
    public void finished(Cell cell, boolean before) {
      String ratio = ComparisonOptions.text(cell.ratio());
      done++;
      if (!cell.vanished().isEmpty() && warned.add(ratio + " " + cell.seed())) {
        console.warn(
            String.format(
                Locale.ROOT,
                "at %s %% and seed %d no label is left of %s; no method can learn %s.",
                ratio,
                cell.seed(),
                String.join(", ", cell.vanished()),
                cell.vanished().size() == 1 ? "it" : "them"));
      }
      console.print(
          "%4d/%-4d    %-20s %5s %%  seed %-3d %6.1f %%%s",
          done,
          cells,
          cell.method(),
          ratio,
          cell.seed(),
          100 * cell.testAccuracy(),
          before ? "  (done before)" : "  in " + Console.time(cell.seconds()));
    }

    private static String joined(Map<String, String> options) {
      return options.entrySet().stream()
          .map(option -> option.getKey() + " " + option.getValue())
          .collect(Collectors.joining(", "));
    }
  }
}
