package io.kith.cli;

import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.base.WholeFiles;
import io.kith.reproduce.Reproduction;
import io.kith.reproduce.ReproductionOptions;
import io.kith.reproduce.Scale;
import io.kith.reproduce.StageName;
import io.kith.speech.Corpus;
import io.kith.speech.synthesis.Conditions;
import io.kith.speech.synthesis.SynthesisOptions;
import io.kith.speech.synthesis.SyntheticCorpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "reproduce",
    description = {
      "Measures every figure and experiment of the paper again, and says what it shows.",
      "Each stage keeps its result in the folder: run again, it goes on where it was, and measures"
          + " only what has changed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nStages%n",
    footer = {
      "  matrix     the affinity matrix before and after partitioning",
      "  batches    connectivity and label entropy of random, graph and meta-batches",
      "  trade-off  connectivity, entropy and test error over block size",
      "  ratios     accuracy of all methods against the share of labels",
      "  workers    accuracy against epochs and time for 1, 2, 4 and 8 workers"
    })
final class ReproduceCommand implements Callable<Integer> {
  private static final String MARK = "reproduction.json";
  private static final int SMALL_SPEAKERS = 24;
  private static final int TIMIT_SPEAKERS = 630;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description =
          "Speech corpus in TIMIT's layout. Default: synthetic speech, made in the folder.")
  private Path corpus;

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      defaultValue = "small",
      description =
          "small (default): minutes on two cores; paper: a million frames and the paper's network.")
  private Scale scale;

  @Option(
      names = "--only",
      paramLabel = "STAGE",
      split = ",",
      description = "Run only these stages: matrix, batches, trade-off, ratios, workers.")
  private List<StageName> only;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      defaultValue = "kith-paper",
      description = "Folder to write to. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Default: 1.")
  private long seed;

  @Mixin private CommonFlags common;
  @Mixin private FrameFlags speech;

  @Override
  public Integer call() {
    ReproductionOptions options = options();
    common.requireDevice();
    Console console = common.console();
    if (corpus != null && !Corpus.isCorpus(corpus)) {
      throw new BadInputException(
          "there is no corpus at " + corpus + ": give a folder in TIMIT's layout, or no --corpus.");
    }
    RunFolder.claim(out, MARK);
    Json.write(out.resolve(MARK), Map.of("scale", scale, "seed", seed));
    Set<StageName> stages = only == null ? EnumSet.allOf(StageName.class) : EnumSet.copyOf(only);
    try (Parallel parallel = common.parallel()) {
      Path folder = corpus == null ? synthetic(console, parallel) : corpus;
      Source source =
          Source.read(folder, options.run().data(), speech.options(), parallel, console);
      Reproduction reproduction =
          new Reproduction(source.table(), source.split(options.run()), options, out);
      reproduction.run(
          stages,
          TrainCommand.context(parallel, console, console, common),
          (stage, kept) -> console.print("%-12s %s", stage, kept ? "kept" : "running"));
      console.print("report       %s", reproduction.page());
      return 0;
    }
  }

  private ReproductionOptions options() {
    ReproductionOptions options = ReproductionOptions.of(scale);
    return options.withRun(options.run().withSeed(seed));
  }

  private record Made(String fingerprint) {}

  /** Makes the corpus, unless the folder has it from an earlier time. */
  private Path synthetic(Console console, Parallel parallel) {
    SynthesisOptions options =
        scale == Scale.PAPER
            ? SynthesisOptions.defaults().withSpeakers(TIMIT_SPEAKERS)
            : SynthesisOptions.defaults()
                .withSpeakers(SMALL_SPEAKERS)
                .withConditions(Conditions.named("easy"));
    String fingerprint = new Fingerprint().add(options.toString()).add(seed).text();
    Path folder = out.resolve("corpus");
    Path note = out.resolve("corpus.json");
    if (Files.isDirectory(folder)
        && Files.exists(note)
        && Json.read(note, Made.class).fingerprint.equals(fingerprint)) {
      return folder;
    }
    try {
      Files.deleteIfExists(note);
      WholeFiles.deleteFolder(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    SyntheticCorpus.write(folder, options, new Seed(seed).derive("corpus"), parallel, console);
    Json.write(note, new Made(fingerprint));
    return folder;
  }
}
