package io.kith.data;

import io.kith.base.BadInputException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What stands before the values of a NumPy array: magic text, version, and a Python dictionary of
 * type, order and shape.
 *
 * @see <a href="https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html">The format
 *     of .npy files</a>
 */
record NpyHeader(String type, boolean fortranOrder, long[] shape, int bytes) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final Pattern TYPE = Pattern.compile("'descr'\\s*:\\s*'([^']*)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9L,\\s]*)\\)");
  private static final int ALIGNMENT = 64;
  private static final int MAX_LENGTH = 1 << 20;

  /** Reads a header; {@code source} names the array in a complaint. */
  static NpyHeader read(InputStream in, String source) throws IOException {
    DataInputStream data = new DataInputStream(in);
    byte[] magic = data.readNBytes(MAGIC.length);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new BadInputException(source + " is not a NumPy array: write it with numpy.save.");
    }
    int major = data.readUnsignedByte();
    data.readUnsignedByte(); // the minor version changes nothing
    int length = Short.toUnsignedInt(Short.reverseBytes(data.readShort()));
    int before = MAGIC.length + 4;
    if (major >= 2) {
      length |= Short.toUnsignedInt(Short.reverseBytes(data.readShort())) << 16;
      before += 2;
    }
    if (length < 0 || length > MAX_LENGTH) {
      throw new BadInputException(source + " has a broken NumPy header: write it again.");
    }
    String text = new String(data.readNBytes(length), StandardCharsets.UTF_8);
    Matcher type = TYPE.matcher(text);
    Matcher order = ORDER.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    if (!type.find() || !order.find() || !shape.find()) {
      throw new BadInputException(
          source
              + " holds an array of a kind that is not read here: write one of plain numbers or"
              + " texts.");
    }
    long[] sizes =
        Arrays.stream(shape.group(1).replace("L", "").split(","))
            .map(String::strip)
            .filter(size -> !size.isEmpty())
            .mapToLong(Long::parseLong)
            .toArray();
    return new NpyHeader(
        type.group(1), order.group(1).equals("True"), sizes, Math.addExact(before, length));
  }

  /** The bytes of a header of version 1.0, padded as NumPy does so that values start aligned. */
  static byte[] of(String type, long... shape) {
    String sizes = Arrays.stream(shape).mapToObj(Long::toString).collect(Collectors.joining(", "));
    String text =
        "{'descr': '"
            + type
            + "', 'fortran_order': False, 'shape': ("
            + sizes
            + (shape.length == 1 ? ",), }" : "), }");
    int before = MAGIC.length + 4;
    int total = (before + text.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    byte[] header = new byte[total];
    Arrays.fill(header, (byte) ' ');
    System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
    header[6] = 1;
    header[7] = 0;
    header[8] = (byte) (total - before);
    header[9] = (byte) ((total - before) >>> 8);
    byte[] body = text.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(body, 0, header, before, body.length);
    header[total - 1] = '\n';
    return header;
  }

  long count() {
    long count = 1;
    for (long size : shape) {
      count = Math.multiplyExact(count, size);
    }
    return count;
  }
}
