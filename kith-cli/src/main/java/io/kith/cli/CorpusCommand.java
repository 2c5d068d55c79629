package io.kith.cli;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Datasets;
import io.kith.data.Labels;
import io.kith.speech.Corpus;
import io.kith.speech.Frames;
import io.kith.speech.Part;
import io.kith.speech.synthesis.Conditions;
import io.kith.speech.synthesis.SynthesisOptions;
import io.kith.speech.synthesis.SyntheticCorpus;
import java.nio.file.Path;
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
      Frames frames = Frames.read(corpus, frameFlags.options(), parallel, console);
      Source.warnSkipped(frames, console);
      console.print("speakers     %,d", corpus.speakers());
      console.print("utterances   %,d", corpus.utterances().size());
      console.print("hours        %.2f", frames.seconds() / 3600);
      console.print("split        %s", corpus.standardSplit() ? "TIMIT's own" : "by speaker");
      for (Part part : Part.values()) {
        console.print(
            "%-12s %,d speakers, %,d frames",
            part.toString().toLowerCase(java.util.Locale.ROOT),
            corpus.speakers(part),
            frames.rows(part).length);
      }
      histogram(frames.dataset().labels(), console);
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
      Source.warnSkipped(frames, console);
      Dataset dataset = frames.dataset();
      Datasets.write(dataset, out);
      console.print("frames       %s (%,d rows)", out, dataset.size());
    }
    return 0;
  }

  private static void histogram(Labels labels, Console console) {
    int[] counts = labels.histogram();
    int largest = java.util.Arrays.stream(counts).max().orElse(1);
    console.print("");
    for (int c = 0; c < counts.length; c++) {
      console.print(
          "%-5s %,9d %s", labels.name(c), counts[c], "█".repeat(50 * counts[c] / largest));
    }
  }
}
