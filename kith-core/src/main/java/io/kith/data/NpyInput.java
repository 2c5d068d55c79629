package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads one NumPy array from a stream, block by block, into the Java type that is asked for. */
final class NpyInput {
  private static final int BLOCK = 1 << 16;

  private final InputStream in;
  private final String source;
  private final NpyHeader header;
  private final char kind;
  private final int width;

  NpyInput(InputStream in, String source) throws IOException {
    this.in = in;
    this.source = source;
    this.header = NpyHeader.read(in, source);
    String type = header.type();
    if (!type.matches("[<|=][fiub][1248]|[<|=][US][0-9]+")) {
      throw new BadInputException(
          source
              + " has the NumPy type "
              + type
              + ", which is not read here: convert it, for example with"
              + " .astype('<f4'), .astype('<i8') or .astype(str).");
    }
    this.kind = type.charAt(1);
    this.width = Integer.parseInt(type.substring(2)) * (kind == 'U' ? 4 : 1);
  }

  NpyHeader header() {
    return header;
  }

  boolean isText() {
    return kind == 'U' || kind == 'S';
  }

  int[] ints() throws IOException {
    int[] values = new int[length()];
    forEachBlock(
        (from, block, count) -> {
          if (kind == 'i' && width == 4) {
            block.asIntBuffer().get(values, from, count);
            return;
          }
          for (int i = 0; i < count; i++) {
            long value = integer(block, i);
            values[from + i] = (int) value;
            if (values[from + i] != value) {
              throw new BadInputException(
                  source + " holds " + value + ", which is too large: keep to 32-bit integers.");
            }
          }
        });
    return values;
  }

  long[] longs() throws IOException {
    long[] values = new long[length()];
    forEachBlock(
        (from, block, count) -> {
          if (kind == 'i' && width == 8) {
            block.asLongBuffer().get(values, from, count);
            return;
          }
          for (int i = 0; i < count; i++) {
            values[from + i] = integer(block, i);
          }
        });
    return values;
  }

  float[] floats() throws IOException {
    float[] values = new float[length()];
    forEachBlock((from, block, count) -> copyFloats(block, count, values, from));
    return values;
  }

  /** Texts; numbers are written as texts, whole ones without a fraction. */
  String[] strings() throws IOException {
    String[] values = new String[length()];
    forEachBlock(
        (from, block, count) -> {
          for (int i = 0; i < count; i++) {
            values[from + i] = string(block, i);
          }
        });
    return values;
  }

  FloatMatrix matrix() throws IOException {
    requireNumbers();
    long[] shape = header.shape();
    if (shape.length != 2) {
      throw new BadInputException(
          source + " must have rows and columns, but has " + shape.length + " dimensions.");
    }
    int rows = requireInt(shape[0]);
    int columns = requireInt(shape[1]);
    FloatMatrix matrix = FloatMatrix.allocate(rows, columns);
    float[] line = new float[header.fortranOrder() ? rows : columns];
    int lines = header.fortranOrder() ? columns : rows;
    byte[] bytes = new byte[Math.multiplyExact(line.length, width)];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int l = 0; l < lines; l++) {
      readFully(bytes, bytes.length);
      block.clear();
      copyFloats(block, line.length, line, 0);
      if (header.fortranOrder()) {
        for (int i = 0; i < rows; i++) {
          matrix.set(i, l, line[i]);
        }
      } else {
        matrix.setRow(l, line);
      }
    }
    return matrix;
  }

  @FunctionalInterface
  private interface Block {
    void accept(int from, ByteBuffer block, int count);
  }

  private void forEachBlock(Block consumer) throws IOException {
    int length = length();
    int perBlock = Math.max(1, BLOCK / Math.max(1, width));
    byte[] bytes = new byte[Math.multiplyExact(Math.min(perBlock, Math.max(1, length)), width)];
    ByteBuffer block = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int from = 0; from < length; from += perBlock) {
      int count = Math.min(perBlock, length - from);
      readFully(bytes, count * width);
      block.clear();
      consumer.accept(from, block, count);
    }
  }

  private void readFully(byte[] into, int count) throws IOException {
    if (in.readNBytes(into, 0, count) < count) {
      throw new EOFException("it ends before its last value");
    }
  }

  private void copyFloats(ByteBuffer block, int count, float[] into, int from) {
    requireNumbers();
    if (kind == 'f' && width == 4) {
      block.asFloatBuffer().get(into, from, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      into[from + i] = kind == 'f' ? (float) block.getDouble(8 * i) : integer(block, i);
    }
  }

  private long integer(ByteBuffer block, int i) {
    if (kind == 'i') {
      return switch (width) {
        case 1 -> block.get(i);
        case 2 -> block.getShort(2 * i);
        case 4 -> block.getInt(4 * i);
        default -> block.getLong(8 * i);
      };
    }
    if (kind == 'u' || kind == 'b') {
      return switch (width) {
        case 1 -> Byte.toUnsignedLong(block.get(i));
        case 2 -> Short.toUnsignedLong(block.getShort(2 * i));
        case 4 -> Integer.toUnsignedLong(block.getInt(4 * i));
        default -> block.getLong(8 * i);
      };
    }
    throw new BadInputException(
        source + " must hold integers, but holds " + header.type() + ": convert it.");
  }

  private String string(ByteBuffer block, int i) {
    if (kind == 'U') {
      int end = width / 4;
      while (end > 0 && block.getInt(i * width + 4 * (end - 1)) == 0) {
        end--;
      }
      int[] points = new int[end];
      for (int c = 0; c < end; c++) {
        points[c] = block.getInt(i * width + 4 * c);
      }
      return new String(points, 0, end);
    }
    if (kind == 'S') {
      int end = width;
      while (end > 0 && block.get(i * width + end - 1) == 0) {
        end--;
      }
      return new String(block.array(), i * width, end, StandardCharsets.UTF_8);
    }
    if (kind == 'f') {
      double value = width == 4 ? block.getFloat(4 * i) : block.getDouble(8 * i);
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : Double.isNaN(value) ? "" : Double.toString(value);
    }
    return Long.toString(integer(block, i));
  }

  private void requireNumbers() {
    if (isText() || (kind == 'f' && width < 4)) {
      throw new BadInputException(
          source
              + " must hold 32- or 64-bit numbers, but holds "
              + header.type()
              + ": convert it with .astype('<f4').");
    }
  }

  private int length() {
    return requireInt(header.count());
  }

  private int requireInt(long size) {
    if (size > Integer.MAX_VALUE - 8) {
      throw new BadInputException(
          source
              + " has the shape "
              + Arrays.toString(header.shape())
              + ", more than 2147483639 values: split it.");
    }
    return (int) size;
  }
}
