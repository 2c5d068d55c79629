package io.kith.speech;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads recordings: NIST SPHERE and RIFF (WAV), told apart by their first bytes, because TIMIT
 * names its SPHERE files .WAV.
 *
 * <p>16-bit samples of one channel, in either byte order.
 */
public final class AudioFile {
  static final int LOWEST_RATE = 4_000;
  static final int HIGHEST_RATE = 384_000;

  private AudioFile() {}

  /** The sound of a file, at the file's own rate. */
  public static Audio read(Path file) {
    byte[] bytes = bytes(file);
    String magic = new String(bytes, 0, Math.min(7, bytes.length), StandardCharsets.ISO_8859_1);
    if (magic.equals("NIST_1A")) {
      return SphereFile.parse(bytes, file);
    }
    if (magic.startsWith("RIFF") || magic.startsWith("RIFX")) {
      return RiffFile.parse(bytes, file);
    }
    if (bytes.length == 0) {
      throw new BadInputException(
          file + " is empty: copy it again from the corpus, or leave it out with --skip-bad.");
    }
    throw new BadInputException(
        file
            + " begins neither with NIST_1A nor with RIFF at byte 0, so it is no audio that Kith can"
            + " read: convert it to 16-bit WAV, or leave it out with --skip-bad.");
  }

  /** Turns 16-bit numbers into samples; the caller has checked that they are all there. */
  static Audio samples(byte[] bytes, int from, int count, ByteOrder order, int rate) {
    ByteBuffer data = ByteBuffer.wrap(bytes, from, 2 * count).order(order);
    float[] samples = new float[count];
    for (int i = 0; i < count; i++) {
      samples[i] = data.getShort();
    }
    return new Audio(samples, rate);
  }

  static int requireRate(long rate, Path file) {
    if (rate < LOWEST_RATE || rate > HIGHEST_RATE) {
      throw new BadInputException(
          file
              + " says in its header that it has "
              + rate
              + " samples a second, but Kith reads "
              + LOWEST_RATE
              + " to "
              + HIGHEST_RATE
              + ": correct the header, or leave the file out with --skip-bad.");
    }
    return (int) rate;
  }

  static void requireOneChannel(long channels, Path file) {
    if (channels != 1) {
      throw new BadInputException(
          file
              + " has "
              + channels
              + " channels by its header, but Kith reads one: mix them down to one, or leave the"
              + " file out with --skip-bad.");
    }
  }

  /** The samples that a header promises must be there. */
  static void requireSamples(long promised, byte[] bytes, int from, Path file) {
    long there = Math.max(0, bytes.length - from) / 2;
    if (promised > there) {
      throw new BadInputException(
          file
              + " ends at byte "
              + bytes.length
              + ", after "
              + there
              + " of the "
              + promised
              + " samples its header promises: copy it again from the corpus, or leave it out with"
              + " --skip-bad.");
    }
    if (promised == 0) {
      throw new BadInputException(
          file
              + " has a header but no samples after byte "
              + from
              + ": copy it again from the corpus, or leave it out with --skip-bad.");
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + " is not there: check the path.", e);
    } catch (IOException e) {
      throw new BadInputException(
          file + " cannot be read (" + e.getMessage() + "): check the file and its rights.", e);
    }
  }
}
