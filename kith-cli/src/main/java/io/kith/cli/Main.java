package io.kith.cli;

import io.kith.Method;
import io.kith.Recipe;
import io.kith.base.Provenance;
import io.kith.batch.Companions;
import io.kith.batch.Synthesis;
import io.kith.engine.Precision;
import io.kith.graph.Kernel;
import io.kith.graph.Metric;
import io.kith.graph.SearchEffort;
import io.kith.graph.SearchMethod;
import io.kith.graph.Symmetrization;
import io.kith.learner.Activation;
import io.kith.learner.Initialization;
import io.kith.learner.Rule;
import io.kith.objective.Balance;
import io.kith.objective.GraphScope;
import io.kith.objective.Normalization;
import io.kith.partition.PartitionMethod;
import io.kith.propagate.PropagationMethod;
import io.kith.reproduce.Scale;
import io.kith.reproduce.StageName;
import io.kith.train.RateScaling;
import io.kith.train.Schedule;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code kith} command itself, and what happens to exceptions that reach it. */
@Command(
    name = "kith",
    description = "Trains classifiers from a few labels and a lot of unlabelled data.",
    footerHeading = "%nExamples%n",
    footer = {
      "  kith demo                                  the whole method on built-in speech",
      "  kith train flowers.csv --label species     a model, predictions and a report",
      "  kith predict kith-run/model new.parquet    probabilities for new rows",
      "  kith compare flowers.csv --label species   is the graph worth it on these data?",
      "",
      "Exit code 0: done; 2: bad usage or bad input; 130: interrupted; 1: anything else."
    },
    versionProvider = Main.Version.class,
    subcommands = {
      DemoCommand.class,
      TrainCommand.class,
      PredictCommand.class,
      CompareCommand.class,
      PropagateCommand.class,
      GraphCommand.class,
      PartitionCommand.class,
      BatchesCommand.class,
      CorpusCommand.class,
      ReportCommand.class,
      ReproduceCommand.class,
      AutoComplete.GenerateCompletion.class
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  static final int BAD_INPUT = 2;
  static final int FAILED = 1;
  static final int INTERRUPTED = 130; // as shells have it for SIGINT

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    System.exit(run(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true)));
  }

  /** Runs a command line and returns its exit code. */
  static int run(String[] args, PrintWriter out, PrintWriter err) {
    return commandLine(out, err).execute(args);
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new Main());
    line.setOut(out);
    line.setErr(err);
    choices(line, Method.class);
    choices(line, Recipe.class);
    choices(line, Metric.class);
    choices(line, SearchMethod.class);
    choices(line, SearchEffort.class);
    choices(line, Kernel.class);
    choices(line, Symmetrization.class);
    choices(line, PartitionMethod.class);
    choices(line, PropagationMethod.class);
    choices(line, Companions.class);
    choices(line, Synthesis.class);
    choices(line, Normalization.class);
    choices(line, GraphScope.class);
    choices(line, Balance.class);
    choices(line, Activation.class);
    choices(line, Initialization.class);
    choices(line, Precision.class);
    choices(line, Rule.class);
    choices(line, Schedule.class);
    choices(line, Scale.class);
    choices(line, StageName.class);
    choices(line, RateScaling.class);
    line.setParameterExceptionHandler(Main::explainUsage);
    line.setExecutionExceptionHandler(Main::explain);
    line.getSubcommands().get("generate-completion").getCommandSpec().usageMessage().hidden(true);
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** A closed choice is written as its text, in any case; what else there is, is said. */
  private static <E extends Enum<E>> void choices(CommandLine line, Class<E> type) {
    line.registerConverter(
        type,
        text -> {
          for (E choice : type.getEnumConstants()) {
            if (choice.toString().equalsIgnoreCase(text)) {
              return choice;
            }
          }
          throw new CommandLine.TypeConversionException(
              "'"
                  + text
                  + "' is not one of "
                  + Arrays.stream(type.getEnumConstants())
                      .map(E::toString)
                      .collect(Collectors.joining(", ")));
        });
  }

  private static int explainUsage(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println("kith: " + sentence(usageMessage(e, args)));
    command.getErr().println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return BAD_INPUT;
  }

  private static String usageMessage(CommandLine.ParameterException e, String[] args) {
    if (e instanceof CommandLine.MaxValuesExceededException) {
      Set<String> seen = new HashSet<>();
      for (String word : args) {
        if (word.startsWith("-") && !seen.add(word.replaceFirst("=.*", ""))) {
          return "option '" + word.replaceFirst("=.*", "") + "' is given twice; give it once";
        }
      }
    }
    if (e instanceof CommandLine.UnmatchedArgumentException unmatched) {
      List<String> near = unmatched.getSuggestions();
      return "unknown: '"
          + unmatched.getUnmatched().get(0)
          + "'"
          + (near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?");
    }
    return e.getMessage();
  }

  private static int explain(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    if (parsed.expandedArgs().contains("--debug")) {
      e.printStackTrace(command.getErr());
    }
    if (e instanceof IllegalArgumentException) {
      command.getErr().println("kith: " + sentence(e.getMessage()));
      return BAD_INPUT;
    }
    if (e instanceof io.kith.train.TrainingDivergedException) {
      command.getErr().println("kith: " + sentence(e.getMessage()));
      return FAILED;
    }
    command.getErr().println("kith: something went wrong that should not: " + e);
    command.getErr().println("Run it again with --debug to see where, and please report it.");
    return FAILED;
  }

  /** One line that ends in a full stop. */
  private static String sentence(String message) {
    String line = String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ");
    return line.endsWith(".") || line.endsWith("?") ? line : line + ".";
  }

  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return List.of(
              "Kith " + Provenance.kithVersion(),
              "Java " + System.getProperty("java.runtime.version"))
          .toArray(String[]::new);
    }
  }
}
