package io.kith.cli;

import io.kith.Kith;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.StoppedException;
import io.kith.data.Dataset;
import io.kith.data.Split;
import io.kith.report.LivePage;
import io.kith.report.Run;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "train",
    abbreviateSynopsis = true,
    description = "Trains a model from a data file or a speech corpus.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nWrites%n",
    footer = {
      "  OUT/model/           the model, for kith predict",
      "  OUT/predictions.csv  class and probabilities of every row",
      "  OUT/report.html      what was done and how well it went",
      "  OUT/run.json         the same for programs; --options repeats it"
    })
final class TrainCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "DATA",
      description =
          "CSV, TSV, JSON lines, Parquet, .npz or .npy file, or a speech corpus in TIMIT's layout.")
  private Path data;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      defaultValue = "kith-run",
      description = "Folder to write to. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--resume",
      description = "Go on from the checkpoint that an interrupted run left in the folder.")
  private boolean resume;

  @Option(
      names = "--checkpoint-minutes",
      paramLabel = "N",
      defaultValue = "5",
      description =
          "Longest time between checkpoints; one is also left after every epoch. Default:"
              + " ${DEFAULT-VALUE}.")
  private double checkpointMinutes;

  @Option(
      names = "--tune",
      paramLabel = "[BUDGET]",
      preprocessor = OptionalBudget.class,
      description =
          "First search γ, κ and σ on the validation rows, at the price of so many trainings (9"
              + " unless given); the baseline without a graph is among the candidates.")
  private Double tune;

  @Option(
      names = "--watch",
      description =
          "Serve the report on this machine while training goes on, and keep it up to date.")
  private boolean watch;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port of --watch. Default: any that is free.")
  private Integer port;

  @Mixin private CommonFlags common;
  @Mixin private FrameFlags speech;
  @Mixin private RunFlags flags;

  @Override
  public Integer call() {
    RunOptions options = flags.options();
    common.requireDevice();
    Console console = common.console();
    if (port != null && !watch) {
      throw new BadInputException("--port is the port of --watch: give --watch too.");
    }
    RunFolder folder = RunFolder.claim(out);
    if (!watch) {
      return train(options, folder, console, UnaryOperator.identity());
    }
    try (LivePage live = LivePage.open(port == null ? 0 : port)) {
      console.print("watch        %s", live.address());
      int code = train(options, folder, console, context -> watched(context, live));
      if (code == 0) {
        live.end("Training has ended; this page is kept in " + folder.report() + ".");
      }
      return code;
    }
  }

  private int train(
      RunOptions options, RunFolder folder, Console console, UnaryOperator<RunContext> watching) {
    try (Parallel parallel = common.parallel();
        Interruption interruption = new Interruption(parallel, folder.checkpoint(), console)) {
      Source source = Source.read(data, options.data(), speech.options(), parallel, console);
      Dataset dataset = source.table().dataset();
      Split split = source.split(options);
      if (resume && !folder.isInterrupted()) {
        console.warn("there is no checkpoint in " + out + "; starting at the beginning.");
      }
      RunContext context =
          context(parallel, interruption.watching(console), console, common)
              .withCheckpoint(
                  new RunContext.CheckpointPlace(
                      folder.checkpoint(), 60 * checkpointMinutes, resume));
      RunContext watched = watching.apply(context);
      Trained trained =
          tune == null
              ? Kith.run(source.table(), split, options, watched)
              : Kith.tuned(source.table(), split, options, tune, watched);
      folder.write(trained, dataset, parallel);
      Run run = trained.run();
      warn(run, console);
      run.tuning().ifPresent(tuning -> TuningListing.print(tuning, console));
      console.print("");
      console.print("%-12s %10s %10s %10s", "", "rows", "accuracy", "log-loss");
      line(console, "validation", run.validation());
      line(console, "test", run.test());
      console.print("");
      console.print("model        %s", folder.model());
      console.print("predictions  %s", folder.predictions());
      console.print("report       %s", folder.report());
      trained.model().close();
      return 0;
    } catch (StoppedException e) {
      return Main.INTERRUPTED;
    }
  }

  /** Fills in the budget where none follows the flag, so that DATA may come next. */
  private static final class OptionalBudget implements CommandLine.IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec flag, Map<String, Object> info) {
      if (words.isEmpty() || !words.peek().matches("[+-]?[\\d.]+")) {
        words.push("9");
      }
      return false;
    }
  }

  /** Keeps a page informed besides the console. */
  private static RunContext watched(RunContext context, LivePage live) {
    return context.withProgress(context.progress().and(live::at)).withWatcher(live::show);
  }

  /** Keeps the console informed of the run. */
  static RunContext context(
      Parallel parallel, Progress progress, Console console, CommonFlags common) {
    return new RunContext(
            parallel,
            progress,
            epoch ->
                console.remark(
                    Double.isNaN(epoch.validationAccuracy())
                        ? ""
                        : String.format(
                            Locale.ROOT, "  validation %.1f %%", 100 * epoch.validationAccuracy())),
            common.command(),
            Optional.empty())
        .withCompute(common.compute());
  }

  private static void warn(Run run, Console console) {
    if (run.data().constantFeatures() > 0) {
      console.warn(
          run.data().constantFeatures()
              + " of "
              + run.data().features()
              + " features are constant over the training rows and tell nothing.");
    }
    if (run.data().leftOut() > 0) {
      console.warn(
          run.data().leftOut()
              + " unlabelled rows of validation and test groups were left out of training.");
    }
    run.graph()
        .filter(g -> g.isolated() > 0)
        .ifPresent(g -> console.warn(g.isolated() + " rows have no neighbour in the graph."));
  }

  private static void line(Console console, String name, Run.EvaluationSummary summary) {
    if (summary.rows() > 0) {
      console.print(
          "%-12s %,10d %8.1f %% %10.3f",
          name, summary.rows(), 100 * summary.accuracy(), summary.logLoss());
    }
  }
}
