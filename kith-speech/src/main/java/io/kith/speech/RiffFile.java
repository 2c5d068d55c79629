package io.kith.speech;

import io.kith.base.BadInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * RIFF WAVE, the usual .wav file: named chunks, of which "fmt " says how samples are stored and
 * "data" holds them. RIFX is the same with the high byte first.
 */
final class RiffFile {
  private static final int PCM = 1;
  private static final int EXTENSIBLE = 0xfffe;

  private RiffFile() {}

  static Audio parse(byte[] bytes, Path file) {
    ByteOrder order = bytes[3] == 'X' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    ByteBuffer in = ByteBuffer.wrap(bytes).order(order);
    if (bytes.length < 12 || !name(bytes, 8).equals("WAVE")) {
      throw corrupt(file, 8, "the word WAVE is missing");
    }
    int rate = 0;
    int position = 12;
    while (position + 8 <= bytes.length) {
      String chunk = name(bytes, position);
      long size = in.getInt(position + 4) & 0xffffffffL;
      int body = position + 8;
      if (chunk.equals("fmt ")) {
        rate = readFormat(in, body, size, file);
      } else if (chunk.equals("data")) {
        if (rate == 0) {
          throw corrupt(file, position, "the data comes before the format");
        }
        AudioFile.requireSamples(size / 2, bytes, body, file);
        return AudioFile.samples(bytes, body, (int) (size / 2), order, rate);
      }
      long next = body + size + (size & 1); // chunks begin at even places
      if (next > bytes.length) {
        throw corrupt(
            file, position, "chunk '" + chunk.strip() + "' of " + size + " bytes passes the end");
      }
      position = (int) next;
    }
    throw corrupt(file, bytes.length, "the chunk with the samples is missing");
  }

  /** Checks that the samples are ones Kith reads and returns their rate. */
  private static int readFormat(ByteBuffer in, int body, long size, Path file) {
    if (size < 16 || body + size > in.capacity()) {
      throw corrupt(file, body, "the format chunk has " + size + " bytes");
    }
    int coding = in.getShort(body) & 0xffff;
    if (coding == EXTENSIBLE && size >= 26) {
      coding = in.getShort(body + 24) & 0xffff; // the first bytes of the sub-format's name
    }
    int bits = in.getShort(body + 14) & 0xffff;
    if (coding != PCM || bits != 16) {
      throw new BadInputException(
          file
              + " holds "
              + bits
              + "-bit samples of coding "
              + coding
              + " (byte "
              + body
              + "), but Kith reads 16-bit PCM, coding 1: convert it, or leave it out with"
              + " --skip-bad.");
    }
    AudioFile.requireOneChannel(in.getShort(body + 2) & 0xffff, file);
    return AudioFile.requireRate(in.getInt(body + 4) & 0xffffffffL, file);
  }

  private static String name(byte[] bytes, int at) {
    return new String(bytes, at, 4, StandardCharsets.ISO_8859_1);
  }

  private static BadInputException corrupt(Path file, int position, String what) {
    return new BadInputException(
        file
            + " has a broken RIFF header at byte "
            + position
            + ": "
            + what
            + "; copy it again from the corpus, or leave it out with --skip-bad.");
  }
}
