package io.kith.cli;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Datasets;
import io.kith.speech.Corpus;
import io.kith.speech.CorpusSummary;
import io.kith.speech.Frames;
import io.kith.speech.Part;
import io.kith.speech.synthesis.Conditions;
import io.kith.speech.synthesis.SynthesisOptions;
import io.kith.speech.synthesis.SyntheticCorpus;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "corpus",
    description = "Makes or reads a speech corpus in TIMIT's layout.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class CorpusCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(), "name what to do with a corpus: synthesize, info or frames");
  }

  @Command(
      name = "synthesize",
      description = "Writes a corpus of synthetic speech with phone labels.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int synthesize(
      @Parameters(paramLabel = "DIR", description = "New or empty folder.") Path folder,
      @Option(names = "--speakers", paramLabel = "N", defaultValue = "40") int speakers,
      @Option(names = "--sentences", paramLabel = "N", defaultValue = "8") int sentences,
      @Option(
              names = "--preset",
              paramLabel = "NAME",
              defaultValue = "timit-like",
              description = "easy, timit-like (default) or hard.")
          String preset,
      @Option(names = "--seed", paramLabel = "N", defaultValue = "1") long seed,
      @Mixin CommonFlags common) {
    Console console = common.console();
    SynthesisOptions options =
        SynthesisOptions.defaults()
            .withSpeakers(speakers)
            .withSentences(sentences)
            .withConditions(Conditions.named(preset));
    try (Parallel parallel = common.parallel()) {
      SyntheticCorpus.write(folder, options, new Seed(seed), parallel, console);
    }
    console.print("corpus       %s", folder);
    return 0;
  }

  @Command(
      name = "info",
      description = "Says how many speakers, hours and frames a corpus has, and of which phones.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int info(
      @Parameters(paramLabel = "DIR") Path folder,
      @Mixin FrameFlags frameFlags,
      @Mixin CommonFlags common) {
    Console console = common.console();
    try (Parallel parallel = common.parallel()) {
      Corpus corpus = Corpus.read(folder);
      CorpusSummary summary = CorpusSummary.of(corpus, frameFlags.options(), parallel, console);
      Source.warnSkipped(summary.skipped(), console);
      console.print("speakers     %,d", corpus.speakers());
      console.print("utterances   %,d", summary.utterances());
      console.print("hours        %.2f", summary.seconds() / 3600);
      console.print("frames       %,d", summary.frames());
      console.print("split        %s", corpus.standardSplit() ? "TIMIT's own" : "by speaker");
      for (Part part : Part.values()) {
        if (corpus.speakers(part) > 0) {
          console.print(
              "%-12s %,d speakers, %,d frames",
              part.toString().toLowerCase(Locale.ROOT),
              corpus.speakers(part),
              summary.frames(part));
        }
      }
      histogram(summary, console);
    }
    return 0;
  }

  @Command(
      name = "frames",
      description = "Turns a corpus into a table of frames: 351 features, phone, speaker, id.",
      mixinStandardHelpOptions = true,
      sortOptions = false)
  int frames(
      @Parameters(paramLabel = "DIR") Path folder,
      @Option(
              names = {"-o", "--out"},
              paramLabel = "FILE",
              defaultValue = "frames.npz",
              description = ".npz, .parquet or .csv file. Default: ${DEFAULT-VALUE}.")
          Path out,
      @Mixin FrameFlags frameFlags,
      @Mixin CommonFlags common) {
    Console console = common.console();
    try (Parallel parallel = common.parallel()) {
      Frames frames = Frames.read(Corpus.read(folder), frameFlags.options(), parallel, console);
      Source.warnSkipped(frames.skipped(), console);
      Dataset dataset = frames.dataset();
      Datasets.write(dataset, out);
      console.print("frames       %s (%,d rows)", out, dataset.size());
    }
    return 0;
  }

  private static void histogram(CorpusSummary summary, Console console) {
    List<String> names = summary.classNames();
    int[] counts = summary.histogram();
    int largest = Math.max(1, Arrays.stream(counts).max().orElse(1));
    console.print("");
    for (int c = 0; c < counts.length; c++) {
      String bar = "█".repeat((int) (50L * counts[c] / largest));
      console.print("%-5s %,9d %s", names.get(c), counts[c], bar);
    }
  }
}
