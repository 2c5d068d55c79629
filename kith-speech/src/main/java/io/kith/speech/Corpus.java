package io.kith.speech;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A folder of recorded sentences in TIMIT's layout: {@code TRAIN/DR1/FCJF0/SI1027.WAV} with {@code
 * .PHN} beside it.
 *
 * <p>Upper and lower case do not matter. The sentences SA1 and SA2 are left out, because every
 * speaker says them. Only names are read here; {@link Frames} reads what is in the files.
 * Immutable; threads may share it.
 */
public final class Corpus {
  private final Path folder;
  private final List<Utterance> utterances;
  private final boolean standardSplit;

  private Corpus(Path folder, List<Utterance> utterances, boolean standardSplit) {
    this.folder = folder;
    this.utterances = List.copyOf(utterances);
    this.standardSplit = standardSplit;
  }

  /** Finds the utterances below a folder and splits them by speaker. */
  public static Corpus read(Path folder) {
    Map<String, Path> files = files(folder);
    Map<String, Found> audio = new TreeMap<>();
    for (Map.Entry<String, Path> file : files.entrySet()) {
      Found found = Found.of(file.getKey(), file.getValue());
      if (found != null && !found.sentence.equals("sa1") && !found.sentence.equals("sa2")) {
        audio.merge(found.key(), found, Found::preferred);
      }
    }
    if (audio.isEmpty()) {
      throw new BadInputException(
          folder
              + " has no recordings: a corpus has files such as TRAIN/DR1/FCJF0/SI1027.WAV; check the"
              + " path, or make a corpus with 'kith corpus synthesize'.");
    }
    TreeSet<String> train = new TreeSet<>();
    TreeSet<String> test = new TreeSet<>();
    TreeSet<String> other = new TreeSet<>();
    for (Found f : audio.values()) {
      (f.side.equals("train") ? train : f.side.equals("test") ? test : other).add(f.speaker);
    }
    SpeakerSplit split = SpeakerSplit.of(train, test, other);
    List<Utterance> utterances = new ArrayList<>();
    for (Found f : audio.values()) {
      utterances.add(
          new Utterance(f.id(), f.speaker, split.part(f.speaker), f.file, f.beside(".phn", files)));
    }
    return new Corpus(folder, utterances, split.standard());
  }

  /** Whether a folder looks like a corpus rather than like a file of data. */
  public static boolean isCorpus(Path folder) {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> walk = Files.walk(folder, 6, FileVisitOption.FOLLOW_LINKS)) {
      return walk.anyMatch(
          f -> f.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".wav"));
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  public Path folder() {
    return folder;
  }

  /** All utterances, sorted by side, region, speaker and sentence. */
  public List<Utterance> utterances() {
    return utterances;
  }

  /** How many different speakers there are. */
  public int speakers() {
    return (int) utterances.stream().map(Utterance::speaker).distinct().count();
  }

  /** How many different speakers a part has. */
  public int speakers(Part part) {
    return (int)
        utterances.stream()
            .filter(u -> u.part() == part)
            .map(Utterance::speaker)
            .distinct()
            .count();
  }

  /** Whether the split is TIMIT's own, of 462, 50 and 24 speakers. */
  public boolean standardSplit() {
    return standardSplit;
  }

  /** Every file below a folder by its relative path in lower case, with forward slashes. */
  private static Map<String, Path> files(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new BadInputException(folder + " is not a folder: give the folder of a speech corpus.");
    }
    Map<String, Path> files = new HashMap<>();
    try (Stream<Path> walk = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      walk.forEach(
          file -> {
            String relative = folder.relativize(file).toString().replace('\\', '/');
            files.put(relative.toLowerCase(Locale.ROOT), file);
          });
    } catch (IOException | UncheckedIOException e) {
      throw new BadInputException(
          folder + " cannot be read (" + e.getMessage() + "): check the folder and its rights.", e);
    }
    return files;
  }

  /** One recording, with what its path says. */
  private record Found(
      String side, String region, String speaker, String sentence, String path, Path file) {

    /** What a relative path in lower case says, or null if it is not a recording. */
    static Found of(String path, Path file) {
      String[] parts = path.split("/");
      String name = parts[parts.length - 1];
      if (!name.endsWith(".wav") || name.startsWith(".")) {
        return null;
      }
      String side = "";
      List<String> region = new ArrayList<>();
      for (int i = 0; i < parts.length - 2; i++) {
        if (parts[i].equals("train") || parts[i].equals("test")) {
          side = parts[i];
          region.clear(); // what stands above TRAIN and TEST says nothing of the utterance
        } else {
          region.add(parts[i]);
        }
      }
      String speaker = parts.length < 2 ? "unknown" : parts[parts.length - 2];
      String sentence = name.substring(0, name.indexOf('.'));
      return new Found(side, String.join("/", region), speaker, sentence, path, file);
    }

    String id() {
      return region.isEmpty() ? speaker + "/" + sentence : region + "/" + speaker + "/" + sentence;
    }

    String key() {
      return side + "/" + id();
    }

    /** Some copies hold SI1027.WAV and SI1027.WAV.wav: the shorter name is the original. */
    Found preferred(Found other) {
      return path.length() <= other.path.length() ? this : other;
    }

    Path beside(String extension, Map<String, Path> files) {
      String folder = path.substring(0, path.lastIndexOf('/') + 1);
      return Optional.ofNullable(files.get(folder + sentence + extension))
          .orElseGet(
              () ->
                  file.resolveSibling(
                      sentence.toUpperCase(Locale.ROOT) + extension.toUpperCase(Locale.ROOT)));
    }
  }
}
