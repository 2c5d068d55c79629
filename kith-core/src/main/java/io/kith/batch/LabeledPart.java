package io.kith.batch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * Writes the labelled rows of a store, ascending, into a file of their own: number, label and
 * features of row after row, all little-endian, 32 bits each. Not for sharing by threads.
 */
public final class LabeledPart {
  private final OutputStream out;
  private final ByteBuffer encoded;
  private final int columns;
  private final CRC32 crc = new CRC32();
  private int rows;

  /** The caller closes the stream. */
  public LabeledPart(OutputStream out, int columns) {
    this.out = out;
    this.columns = columns;
    this.encoded = ByteBuffer.allocate(bytesOfRow(columns)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * What the file of labelled rows holds.
   *
   * @param crc the CRC-32 of the whole file
   */
  public record Written(String file, int rows, long crc) {}

  /** The next row, whose features stand from a place of an array on. */
  public void add(int row, int label, float[] from, int at) throws IOException {
    encoded.clear();
    encoded.putInt(row).putInt(label).asFloatBuffer().put(from, at, columns);
    out.write(encoded.array());
    crc.update(encoded.array());
    rows++;
  }

  /** What has been written, to a file of this name in the store's folder. */
  public Written written(String file) {
    return new Written(file, rows, crc.getValue());
  }

  static int bytesOfRow(int columns) {
    return Math.multiplyExact(Integer.BYTES, 2 + columns);
  }
}
