package io.kith.spark.command;

import io.kith.base.BadInputException;
import io.kith.base.Provenance;
import io.kith.spark.train.TrainingFailedException;
import io.kith.train.TrainingDivergedException;
import java.io.PrintWriter;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code kith-spark} command itself, and what happens to exceptions that reach it. */
@Command(
    name = "kith-spark",
    description = "Trains classifiers from a few labels and a lot of unlabelled data, on Spark.",
    footerHeading = "%nExamples%n",
    footer = {
      "  spark-submit kith-spark.jar train --input rows.parquet --label kind --output model",
      "  spark-submit kith-spark.jar predict --model model --input new.parquet --output out.parquet",
      "",
      "Exit code 0: done; 2: bad usage or bad input; 1: anything else."
    },
    versionProvider = SparkMain.Version.class,
    subcommands = PredictCommand.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class SparkMain implements Runnable {
  private static final int BAD_INPUT = 2;
  private static final int FAILED = 1;

  @Spec private CommandSpec spec;

  /** Returns when all went well, as a cluster takes an exit of its driver for a failure. */
  public static void main(String[] args) {
    int code = run(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true));
    SparkSession.getDefaultSession().foreach(SparkMain::stop);
    if (code != 0) {
      System.exit(code);
    }
  }

  private static Void stop(SparkSession spark) {
    spark.stop();
    return null;
  }

  /** Runs a command line in the session there is, or in one it leaves; returns its exit code. */
  static int run(String[] args, PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new SparkMain());
    line.addSubcommand(TrainCommand.commandLine());
    line.setOut(out);
    line.setErr(err);
    line.setParameterExceptionHandler(SparkMain::explainUsage);
    line.setExecutionExceptionHandler((e, command, parsed) -> explain(e, command, args));
    return line.execute(args);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int explainUsage(CommandLine.ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println("kith-spark: " + sentence(e.getMessage()));
    command.getErr().println("See '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return BAD_INPUT;
  }

  private static int explain(Exception e, CommandLine command, String[] args) {
    PrintWriter err = command.getErr();
    if (java.util.List.of(args).contains("--debug")) {
      e.printStackTrace(err);
    }
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof BadInputException || cause instanceof AnalysisException) {
        err.println("kith-spark: " + sentence(cause.getMessage()));
        return BAD_INPUT;
      }
      if (cause instanceof TrainingFailedException || cause instanceof TrainingDivergedException) {
        err.println("kith-spark: " + sentence(cause.getMessage()));
        return FAILED;
      }
    }
    if (e instanceof IllegalArgumentException) {
      err.println("kith-spark: " + sentence(e.getMessage()));
      return BAD_INPUT;
    }
    err.println("kith-spark: something went wrong that should not: " + sentence(e.toString()));
    err.println("Run it again with --debug to see where, and please report it.");
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
      return new String[] {
        "Kith " + Provenance.kithVersion(),
        "Spark " + org.apache.spark.package$.MODULE$.SPARK_VERSION()
      };
    }
  }
}
