package io.kith.batch;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * The labelled rows of a store, which are held in memory, since any of them may join any step.
 * Threads may share it; whoever reads it closes it.
 */
final class StoredLabeled implements AutoCloseable {
  private static final int PIECE = 1 << 23;

  private final int[] rows;
  private final int[] labels;
  private final FloatMatrix features;

  private StoredLabeled(int rows, int columns) {
    this.rows = new int[rows];
    this.labels = new int[rows];
    this.features = FloatMatrix.allocate(rows, columns);
  }

  static StoredLabeled none(int columns) {
    return new StoredLabeled(0, columns);
  }

  static StoredLabeled read(StoreFiles files, LabeledPart.Written written, int columns) {
    StoredLabeled read = new StoredLabeled(written.rows(), columns);
    try {
      if (read.fill(files, written.file()) != written.crc()) {
        throw new BadInputException(
            files.place(written.file()) + " is damaged: write the store again.");
      }
      return read;
    } catch (IOException e) {
      read.close();
      throw new BadInputException(
          "cannot read "
              + files.place(written.file())
              + " ("
              + e.getMessage()
              + "): write the"
              + " store again.",
          e);
    } catch (RuntimeException | Error e) {
      read.close();
      throw e;
    }
  }

  /** Reads all rows, some at a time, and returns the checksum. */
  private long fill(StoreFiles files, String file) throws IOException {
    CRC32 crc = new CRC32();
    int bytesOfRow = LabeledPart.bytesOfRow(features.columns());
    int rowsOfPiece = Math.max(1, PIECE / bytesOfRow);
    float[] values = new float[features.columns()];
    for (int first = 0; first < rows.length; first += rowsOfPiece) {
      int count = Math.min(rowsOfPiece, rows.length - first);
      byte[] piece = new byte[count * bytesOfRow];
      files.read(file, (long) first * bytesOfRow, piece);
      crc.update(piece);
      ByteBuffer bytes = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < count; i++) {
        bytes.position(i * bytesOfRow);
        rows[first + i] = bytes.getInt();
        labels[first + i] = bytes.getInt();
        bytes.asFloatBuffer().get(values);
        features.setRow(first + i, values);
      }
    }
    return crc.getValue();
  }

  int size() {
    return rows.length;
  }

  int row(int place) {
    return rows[place];
  }

  int label(int place) {
    return labels[place];
  }

  /** The features of rows at some places, row after row. */
  float[] features(int[] places) {
    float[] chosen = new float[places.length * features.columns()];
    float[] values = new float[features.columns()];
    for (int i = 0; i < places.length; i++) {
      features.copyRow(places[i], values);
      System.arraycopy(values, 0, chosen, i * values.length, values.length);
    }
    return chosen;
  }

  @Override
  public void close() {
    features.close();
  }
}
