package io.kith.speech;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Which phone is heard when: the content of a .PHN file, lines of {@code start end phone} counted
 * in samples at 16 kHz.
 *
 * <p>Segments follow each other without overlap; gaps between them belong to no phone. Immutable;
 * threads may share it.
 */
public final class Segmentation {
  /** What .PHN files count in, whatever the rate of the audio beside them. */
  public static final int SAMPLE_RATE = 16_000;

  /** How far the last segment may pass the end of the audio: one step between frames. */
  private static final int TOLERANCE = 160;

  private final int[] starts;
  private final int[] ends;
  private final int[] phones;

  private Segmentation(int[] starts, int[] ends, int[] phones) {
    this.starts = starts;
    this.ends = ends;
    this.phones = phones;
  }

  /**
   * Reads a .PHN file and checks it against the audio it belongs to.
   *
   * @param samples the length of the audio in samples at 16 kHz
   */
  public static Segmentation read(Path file, long samples) {
    List<String> lines = lines(file);
    int[] starts = new int[lines.size()];
    int[] ends = new int[lines.size()];
    int[] phones = new int[lines.size()];
    int count = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty()) {
        continue;
      }
      String[] parts = line.split("\\s+");
      if (parts.length != 3 || !parts[0].matches("\\d{1,9}") || !parts[1].matches("\\d{1,9}")) {
        throw bad(file, i, "should read 'start end phone', but is '" + line + "'");
      }
      starts[count] = Integer.parseInt(parts[0]);
      ends[count] = Integer.parseInt(parts[1]);
      phones[count] = PhoneSet.phone(parts[2]);
      if (phones[count] < 0) {
        throw bad(file, i, "names the phone '" + parts[2] + "', which is none of TIMIT's 61");
      }
      requireOrder(file, i, starts, ends, count, samples);
      count++;
    }
    if (count == 0) {
      throw new BadInputException(
          file
              + " has no segments: copy it again from the corpus, or leave it out with --skip-bad.");
    }
    return new Segmentation(
        Arrays.copyOf(starts, count), Arrays.copyOf(ends, count), Arrays.copyOf(phones, count));
  }

  public int size() {
    return starts.length;
  }

  /** The first sample of a segment. */
  public int start(int segment) {
    return starts[segment];
  }

  /** The first sample after a segment. */
  public int end(int segment) {
    return ends[segment];
  }

  /** The number of a segment's phone among the 61 of {@link PhoneSet#SIXTY_ONE}. */
  public int phone(int segment) {
    return phones[segment];
  }

  /** The phone that is heard at a sample, or -1 where there is none. */
  public int phoneAt(int sample) {
    int found = Arrays.binarySearch(starts, sample);
    int segment = found >= 0 ? found : -found - 2;
    return segment >= 0 && sample < ends[segment] ? phones[segment] : -1;
  }

  private static void requireOrder(
      Path file, int line, int[] starts, int[] ends, int i, long samples) {
    if (ends[i] <= starts[i]) {
      throw bad(file, line, "ends at sample " + ends[i] + ", not after its start " + starts[i]);
    }
    if (i > 0 && starts[i] < starts[i - 1]) {
      throw bad(
          file,
          line,
          "is out of order: it starts at sample "
              + starts[i]
              + ", before the line above it, "
              + starts[i - 1]);
    }
    if (i > 0 && starts[i] < ends[i - 1]) {
      throw bad(
          file,
          line,
          "overlaps the line above it: it starts at sample "
              + starts[i]
              + ", before that ends at "
              + ends[i - 1]);
    }
    if (ends[i] > samples + TOLERANCE) {
      throw bad(
          file,
          line,
          "ends at sample " + ends[i] + ", past the end of the audio at sample " + samples);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new BadInputException(
          file
              + " is missing beside its audio: copy it from the corpus, or leave the audio out with"
              + " --skip-bad.",
          e);
    } catch (IOException e) {
      throw new BadInputException(
          file + " cannot be read (" + e.getMessage() + "): check the file and its rights.", e);
    }
  }

  private static BadInputException bad(Path file, int line, String what) {
    return new BadInputException(
        file
            + ", line "
            + (line + 1)
            + ", "
            + what
            + ": correct the line, or leave the utterance out with --skip-bad.");
  }
}
