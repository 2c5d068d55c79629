package io.kith.speech.synthesis;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.base.WholeFiles;
import io.kith.speech.Counter;
import io.kith.speech.PhoneSet;
import io.kith.speech.SphereFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a speech corpus that nobody had to record: TIMIT's layout, Kith's own voices.
 *
 * <p>Each sentence is four files: SPHERE audio (.WAV), phones (.PHN), words (.WRD) and text (.TXT).
 * Training and test have no speaker and no text in common. The same options and seed give the same
 * bytes, whatever the number of threads. The folder appears when it is complete, or not at all.
 */
public final class SyntheticCorpus {
  private static final int SHARED_SENTENCES = 5; // of 8: TIMIT's ratio of SX to SI
  private final SynthesisOptions options;
  private final Studio studio;
  private final Seed seed;

  private SyntheticCorpus(SynthesisOptions options, Studio studio, Seed seed) {
    this.options = options;
    this.studio = studio;
    this.seed = seed;
  }

  /** Writes a corpus into a folder that does not exist yet or is empty. */
  public static void write(
      Path folder, SynthesisOptions options, Seed seed, Parallel parallel, Progress progress) {
    requireEmpty(folder);
    SyntheticCorpus corpus =
        new SyntheticCorpus(options, new Studio(options.conditions(), seed, parallel), seed);
    Counter counter = new Counter(progress, "synthesizing", options.speakers(), "speakers");
    WholeFiles.writeFolder(
        folder,
        unfinished -> {
          try {
            parallel.run(
                options.speakers(),
                number -> {
                  corpus.writeSpeaker(number, unfinished);
                  counter.one();
                });
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
        });
  }

  private void writeSpeaker(int number, Path root) {
    boolean test = number >= options.speakers() - options.testSpeakers();
    Speaker speaker = studio.speaker(number);
    Room room = studio.room(number);
    try {
      Path folder =
          Files.createDirectories(
              root.resolve(test ? "TEST" : "TRAIN")
                  .resolve("DR" + speaker.region())
                  .resolve(speaker.name()));
      for (int s = 0; s < options.sentences(); s++) {
        Seed utterance = seed.derive("utterance").derive(number).derive(s);
        boolean shared = s % 8 < SHARED_SENTENCES;
        String name = (shared ? "SX" : "SI") + (number * options.sentences() + s + 1);
        write(folder, name, studio.record(speaker, room, test, utterance));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path folder, String name, Studio.Recording recording)
      throws IOException {
    SphereFile.write(folder.resolve(name + ".WAV"), recording.samples(), Timing.SAMPLE_RATE);
    text(folder.resolve(name + ".PHN"), phones(recording));
    text(folder.resolve(name + ".WRD"), words(recording));
    text(
        folder.resolve(name + ".TXT"),
        "0 " + recording.samples().length + " " + recording.sentence().text() + "\n");
  }

  private static String phones(Studio.Recording recording) {
    StringBuilder lines = new StringBuilder();
    int start = 0;
    for (int i = 0; i < recording.labelEnds().length; i++) {
      int end = recording.labelEnds()[i];
      String phone = PhoneSet.symbol(recording.timing().phone(i));
      lines.append(start).append(' ').append(end).append(' ').append(phone).append('\n');
      start = end;
    }
    return lines.toString();
  }

  private static String words(Studio.Recording recording) {
    StringBuilder lines = new StringBuilder();
    List<String> words = recording.sentence().shownWords();
    int[] ends = recording.labelEnds();
    for (int i = 0; i < ends.length; ) {
      int word = recording.timing().sound(i).word();
      int start = i == 0 ? 0 : ends[i - 1];
      while (i < ends.length && recording.timing().sound(i).word() == word) {
        i++;
      }
      if (word >= 0) {
        lines.append(start).append(' ').append(ends[i - 1]).append(' ');
        lines.append(words.get(word).toLowerCase(java.util.Locale.ROOT).replace(' ', '_'));
        lines.append('\n');
      }
    }
    return lines.toString();
  }

  private static void text(Path file, String content) throws IOException {
    Files.write(file, content.getBytes(StandardCharsets.US_ASCII));
  }

  private static void requireEmpty(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> content =
        Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
      if (content.findAny().isPresent()) {
        throw new BadInputException(
            folder + " is already there and not an empty folder: choose another place.");
      }
    } catch (IOException e) {
      throw new BadInputException(folder + " cannot be read: check its rights.", e);
    }
  }
}
