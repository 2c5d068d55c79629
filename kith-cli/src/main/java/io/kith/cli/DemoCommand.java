package io.kith.cli;

import io.kith.Kith;
import io.kith.Method;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.base.WholeFiles;
import io.kith.report.Run;
import io.kith.report.RunPage;
import io.kith.speech.Corpus;
import io.kith.speech.Frames;
import io.kith.speech.FramesOptions;
import io.kith.speech.synthesis.Conditions;
import io.kith.speech.synthesis.SynthesisOptions;
import io.kith.speech.synthesis.SyntheticCorpus;
import io.kith.train.TrainingOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = {
      "Runs the whole method on built-in speech, in about a minute.",
      "Synthesises a small corpus, hides all but a few labels, and trains the same network twice:"
          + " on the labelled frames alone, and with the graph over all of them."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      defaultValue = "kith-demo",
      description = "Folder to write to. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--speakers",
      paramLabel = "N",
      defaultValue = "24",
      description = "Speakers of the corpus. Default: ${DEFAULT-VALUE}.")
  private int speakers;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      defaultValue = "easy",
      description = "How hard the speech is: easy (default), timit-like or hard.")
  private String preset;

  @Option(
      names = "--label-ratio",
      paramLabel = "SHARE",
      defaultValue = "0.02",
      description = "Share of labels that training may see. Default: ${DEFAULT-VALUE}.")
  private double labelRatio;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Default: 1.")
  private long seed;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "8",
      description = "Passes over the frames. Default: ${DEFAULT-VALUE}.")
  private int epochs;

  @Mixin private CommonFlags common;

  @Override
  public Integer call() {
    RunOptions options = options();
    Conditions conditions = Conditions.named(preset);
    common.requireDevice();
    Console console = common.console();
    RunFolder supervisedFolder = RunFolder.claim(out.resolve("supervised"));
    RunFolder graphFolder = RunFolder.claim(out.resolve("graph"));
    try (Parallel parallel = common.parallel()) {
      Source source = speech(conditions, console, parallel);
      List<Run> runs = new ArrayList<>();
      for (Method method : List.of(Method.SUPERVISED, Method.GRAPH)) {
        Trained trained =
            Kith.run(
                source.table(),
                source.split(options),
                options.withMethod(method),
                TrainCommand.context(parallel, console, console, common.command()));
        RunFolder folder = method == Method.GRAPH ? graphFolder : supervisedFolder;
        folder.write(trained, source.table().dataset(), parallel);
        runs.add(trained.run());
        trained.model().close();
      }
      Path report = out.resolve("report.html");
      RunPage.write(report, runs);
      show(runs, console);
      console.print("report       %s", report);
      return 0;
    }
  }

  private RunOptions options() {
    RunOptions defaults = RunOptions.defaults();
    return defaults
        .withSeed(seed)
        .withSplit(defaults.split().withLabelRatio(labelRatio))
        .withTraining(TrainingOptions.defaults().withEpochs(epochs));
  }

  private Source speech(Conditions conditions, Console console, Parallel parallel) {
    Path folder = out.resolve("corpus");
    try {
      WholeFiles.deleteFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    SyntheticCorpus.write(
        folder,
        SynthesisOptions.defaults().withSpeakers(speakers).withConditions(conditions),
        new Seed(seed).derive("corpus"),
        parallel,
        console);
    return Source.of(Frames.read(Corpus.read(folder), FramesOptions.defaults(), parallel, console));
  }

  private void show(List<Run> runs, Console console) {
    Run first = runs.get(0);
    console.print("");
    console.print(
        "%,d training frames of %d speakers, %,d of them labelled (%.1f %%), %d phones;"
            + " speakers of the test set unseen",
        first.data().train(),
        speakers,
        first.data().visibleLabels(),
        100.0 * first.data().visibleLabels() / first.data().train(),
        first.data().classes().size());
    console.print("");
    console.print("%-28s %14s %10s", "", "test accuracy", "log-loss");
    for (Run run : runs) {
      console.print(
          "%-28s %12.1f %% %10.3f",
          run.method().equals("graph") ? "with the graph" : "labelled frames alone",
          100 * run.test().accuracy(),
          run.test().logLoss());
    }
    console.print("");
  }
}
