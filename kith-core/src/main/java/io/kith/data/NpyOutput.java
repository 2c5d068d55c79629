package io.kith.data;

import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes NumPy arrays, block by block, little-endian and in C order. */
final class NpyOutput {
  private static final int BLOCK = 1 << 14;

  private NpyOutput() {}

  static void write(OutputStream out, FloatMatrix matrix) throws IOException {
    out.write(NpyHeader.of("<f4", matrix.rows(), matrix.columns()));
    writeRows(out, matrix);
  }

  static void write(OutputStream out, long rows, int columns, Npy.Rows source) throws IOException {
    out.write(NpyHeader.of("<f4", rows, columns));
    long[] written = {0};
    try {
      source.sendTo(
          some -> {
            if (some.columns() != columns) {
              throw new IllegalArgumentException(
                  "rows must have " + columns + " columns, but had " + some.columns());
            }
            try {
              writeRows(out, some);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            written[0] += some.rows();
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (written[0] != rows) {
      throw new IllegalArgumentException("rows must be " + rows + ", but were " + written[0]);
    }
  }

  private static void writeRows(OutputStream out, FloatMatrix matrix) throws IOException {
    float[] row = new float[matrix.columns()];
    ByteBuffer bytes = littleEndian(4 * Math.max(1, row.length));
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.copyRow(i, row);
      bytes.asFloatBuffer().put(row);
      out.write(bytes.array(), 0, 4 * row.length);
    }
  }

  static void write(OutputStream out, float[] values) throws IOException {
    out.write(NpyHeader.of("<f4", values.length));
    ByteBuffer bytes = littleEndian(4 * BLOCK);
    for (int from = 0; from < values.length; from += BLOCK) {
      int count = Math.min(BLOCK, values.length - from);
      bytes.asFloatBuffer().put(values, from, count);
      out.write(bytes.array(), 0, 4 * count);
    }
  }

  static void write(OutputStream out, int[] values) throws IOException {
    out.write(NpyHeader.of("<i4", values.length));
    writeInts(out, values);
  }

  static void write(OutputStream out, int[] values, int columns) throws IOException {
    out.write(NpyHeader.of("<i4", values.length / columns, columns));
    writeInts(out, values);
  }

  private static void writeInts(OutputStream out, int[] values) throws IOException {
    ByteBuffer bytes = littleEndian(4 * BLOCK);
    for (int from = 0; from < values.length; from += BLOCK) {
      int count = Math.min(BLOCK, values.length - from);
      bytes.asIntBuffer().put(values, from, count);
      out.write(bytes.array(), 0, 4 * count);
    }
  }

  static void write(OutputStream out, long[] values) throws IOException {
    out.write(NpyHeader.of("<i8", values.length));
    ByteBuffer bytes = littleEndian(8 * BLOCK);
    for (int from = 0; from < values.length; from += BLOCK) {
      int count = Math.min(BLOCK, values.length - from);
      bytes.asLongBuffer().put(values, from, count);
      out.write(bytes.array(), 0, 8 * count);
    }
  }

  /** Texts of four bytes a character, all as long as the longest. */
  static void write(OutputStream out, String[] values) throws IOException {
    int longest = 1;
    for (String value : values) {
      longest = Math.max(longest, value.codePointCount(0, value.length()));
    }
    out.write(NpyHeader.of("<U" + longest, values.length));
    ByteBuffer bytes = littleEndian(Math.multiplyExact(4, longest));
    for (String value : values) {
      int[] points = value.codePoints().toArray();
      bytes.clear();
      for (int c = 0; c < longest; c++) {
        bytes.putInt(c < points.length ? points[c] : 0);
      }
      out.write(bytes.array());
    }
  }

  /** A single text of one byte a character, as SciPy names the format of a sparse matrix. */
  static void writeAscii(OutputStream out, String value) throws IOException {
    byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
    out.write(NpyHeader.of("|S" + bytes.length));
    out.write(bytes);
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
