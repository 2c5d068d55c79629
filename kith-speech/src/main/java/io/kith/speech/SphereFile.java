package io.kith.speech;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * NIST SPHERE, the audio format of TIMIT: a header in plain text, padded to a size that it states,
 * then the samples.
 *
 * <pre>
 * NIST_1A
 *    1024
 * sample_count -i 46797
 * sample_byte_format -s2 01
 * end_head
 * </pre>
 */
public final class SphereFile {
  private static final int HEADER_BYTES = 1024;

  private SphereFile() {}

  /** Writes 16-bit samples, low byte first as TIMIT has them. */
  public static void write(Path file, short[] samples, int sampleRate) throws IOException {
    String header =
        String.format(
            Locale.ROOT,
            "NIST_1A\n%7d\nchannel_count -i 1\nsample_count -i %d\nsample_rate -i %d\n"
                + "sample_n_bytes -i 2\nsample_byte_format -s2 01\nsample_sig_bits -i 16\n"
                + "sample_coding -s3 pcm\nend_head\n",
            HEADER_BYTES,
            samples.length,
            sampleRate);
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER_BYTES + 2 * samples.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(header.getBytes(StandardCharsets.US_ASCII));
    while (bytes.position() < HEADER_BYTES) {
      bytes.put((byte) ' ');
    }
    bytes.asShortBuffer().put(samples);
    Files.write(file, bytes.array());
  }

  static Audio parse(byte[] bytes, Path file) {
    int size = headerSize(bytes, file);
    Map<String, String> fields = fields(bytes, size, file);
    requirePlainSamples(fields, file);
    AudioFile.requireOneChannel(number(fields, "channel_count", file), file);
    int rate = AudioFile.requireRate(number(fields, "sample_rate", file), file);
    ByteOrder order = byteOrder(fields, file);
    long count = number(fields, "sample_count", file);
    AudioFile.requireSamples(count, bytes, size, file);
    return AudioFile.samples(bytes, size, (int) count, order, rate);
  }

  private static int headerSize(byte[] bytes, Path file) {
    String start = new String(bytes, 0, Math.min(64, bytes.length), StandardCharsets.ISO_8859_1);
    String[] lines = start.split("\n", 3);
    String stated = lines.length < 2 ? "" : lines[1].strip();
    if (!stated.matches("\\d{1,9}")) {
      throw corrupt(file, 8, "line 2 should be the size of the header, but is '" + stated + "'");
    }
    int size = Integer.parseInt(stated);
    if (size < 16 || size > bytes.length) {
      throw corrupt(
          file,
          8,
          "the header's size is given as "
              + size
              + " bytes, but the file has "
              + bytes.length
              + " in all");
    }
    return size;
  }

  private static Map<String, String> fields(byte[] bytes, int size, Path file) {
    Map<String, String> fields = new HashMap<>();
    String[] lines = new String(bytes, 0, size, StandardCharsets.ISO_8859_1).split("\n");
    int position = 0;
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].strip();
      if (line.equals("end_head")) {
        return fields;
      }
      if (i >= 2 && !line.isEmpty() && !line.startsWith(";")) {
        String[] parts = line.split("\\s+", 3);
        if (parts.length < 3 || !parts[1].matches("-(i|r|s\\d+)")) {
          throw corrupt(
              file,
              position,
              "line " + (i + 1) + " should read 'name -i value', but is '" + shown(line) + "'");
        }
        fields.put(parts[0].toLowerCase(Locale.ROOT), parts[2]);
      }
      position += lines[i].length() + 1;
    }
    throw corrupt(file, size, "the header of " + size + " bytes has no line 'end_head'");
  }

  private static void requirePlainSamples(Map<String, String> fields, Path file) {
    String coding = fields.getOrDefault("sample_coding", "pcm").toLowerCase(Locale.ROOT);
    if (coding.contains("shorten")) {
      throw new BadInputException(
          file
              + " is compressed (sample_coding "
              + coding
              + " in its header): unpack it with NIST's 'w_decode -o pcm', or leave it out with"
              + " --skip-bad.");
    }
    if (!coding.equals("pcm")) {
      throw new BadInputException(
          file
              + " has sample_coding "
              + coding
              + " in its header, but Kith reads pcm: convert it with NIST's 'w_decode -o pcm', or"
              + " leave it out with --skip-bad.");
    }
    long width = number(fields, "sample_n_bytes", file);
    if (width != 2) {
      throw new BadInputException(
          file
              + " has "
              + width
              + " bytes to a sample by its header, but Kith reads 2: convert it to 16 bits, or leave"
              + " it out with --skip-bad.");
    }
  }

  private static ByteOrder byteOrder(Map<String, String> fields, Path file) {
    String order = fields.getOrDefault("sample_byte_format", "");
    return switch (order) {
      case "01" -> ByteOrder.LITTLE_ENDIAN;
      case "10" -> ByteOrder.BIG_ENDIAN;
      default ->
          throw corrupt(
              file,
              0,
              "sample_byte_format should be 01 or 10, but is '" + shown(order) + "' in the header");
    };
  }

  private static long number(Map<String, String> fields, String name, Path file) {
    String value = fields.getOrDefault(name, "").strip();
    if (!value.matches("\\d{1,10}")) {
      throw corrupt(
          file, 0, name + " should be a number, but is '" + shown(value) + "' in the header");
    }
    return Long.parseLong(value);
  }

  private static String shown(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }

  private static BadInputException corrupt(Path file, int position, String what) {
    return new BadInputException(
        file
            + " has a broken SPHERE header at byte "
            + position
            + ": "
            + what
            + "; copy it again from the corpus, or leave it out with --skip-bad.");
  }
}
