package io.kith.speech;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A matrix that grows on disk, as NumPy's .npy: rows are written where they belong, by several
 * threads at once, and the finished file is mapped into memory.
 */
final class RowFile implements AutoCloseable {
  private static final int HEADER_BYTES = 128;

  private final Path file;
  private final FileChannel channel;
  private final int rows;
  private final int columns;

  RowFile(Path file, int rows, int columns) {
    this.file = file;
    this.rows = rows;
    this.columns = columns;
    try {
      this.channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
      writeAll(header(), 0);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  /** Writes rows that follow each other. */
  void put(int firstRow, float[] values, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * count * columns).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values, 0, count * columns);
    try {
      writeAll(bytes, HEADER_BYTES + 4L * firstRow * columns);
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  FloatMatrix map() {
    return FloatMatrix.map(file, HEADER_BYTES / 4, rows, columns);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw cannotWrite(e);
    }
  }

  private ByteBuffer header() {
    String text =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows + ", " + columns + "), }";
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) (HEADER_BYTES - 10));
    bytes.put(text.getBytes(StandardCharsets.US_ASCII));
    while (bytes.position() < HEADER_BYTES - 1) {
      bytes.put((byte) ' ');
    }
    return bytes.put((byte) '\n').flip();
  }

  private void writeAll(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  private BadInputException cannotWrite(IOException e) {
    return new BadInputException(
        "cannot write " + file + " (" + e.getMessage() + "): choose a place with enough room.", e);
  }
}
