package io.kith.spark.batch;

import io.kith.batch.BatchLayout;
import io.kith.batch.LabeledPart;
import io.kith.batch.StoredBatch;
import io.kith.spark.GraphChunk;
import io.kith.spark.RowChunk;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A row, or the edges of a row, on its way to its meta-batch: bytes, since nothing else is as small
 * in a shuffle.
 */
final class Piece {
  private static final byte ROW = 0;
  private static final byte EDGES = 1;

  private Piece() {}

  /** The i-th row of a chunk, for the position where it belongs. */
  static byte[] row(RowChunk chunk, int i, int position) {
    int columns = chunk.columns();
    ByteBuffer bytes = ByteBuffer.allocate(1 + Integer.BYTES * (3 + columns));
    bytes.put(ROW).putInt(position).putInt(chunk.ids()[i]).putInt(chunk.labels()[i]);
    bytes.asFloatBuffer().put(chunk.features(), i * columns, columns);
    return bytes.array();
  }

  /** The edges of the i-th row of a chunk, neighbours as positions. */
  static byte[] edges(GraphChunk chunk, int i, BatchLayout layout) {
    int begin = chunk.offsets()[i];
    int degree = chunk.offsets()[i + 1] - begin;
    ByteBuffer bytes = ByteBuffer.allocate(1 + Integer.BYTES * (1 + 2 * degree));
    bytes.put(EDGES).putInt(layout.position(chunk.ids()[i]));
    for (int e = begin; e < begin + degree; e++) {
      bytes.putInt(layout.position(chunk.neighbors()[e]));
    }
    bytes.asFloatBuffer().put(chunk.weights(), begin, degree);
    return bytes.array();
  }

  /** Puts a piece into its meta-batch. */
  static void addTo(StoredBatch.Builder batch, byte[] piece) {
    ByteBuffer bytes = ByteBuffer.wrap(piece);
    byte kind = bytes.get();
    int position = bytes.getInt();
    if (kind == ROW) {
      int row = bytes.getInt();
      int label = bytes.getInt();
      batch.row(position, row, label, floats(bytes, bytes.remaining() / Float.BYTES), 0);
    } else {
      int degree = bytes.remaining() / (Integer.BYTES + Float.BYTES);
      int[] neighbors = new int[degree];
      bytes.asIntBuffer().get(neighbors);
      bytes.position(bytes.position() + Integer.BYTES * degree);
      batch.edges(position, neighbors, floats(bytes, degree));
    }
  }

  /** Adds a row to the labelled ones. */
  static void addTo(LabeledPart labeled, byte[] row) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(row, 1 + Integer.BYTES, row.length - 1 - Integer.BYTES);
    int number = bytes.getInt();
    int label = bytes.getInt();
    labeled.add(number, label, floats(bytes, bytes.remaining() / Float.BYTES), 0);
  }

  private static float[] floats(ByteBuffer bytes, int count) {
    float[] values = new float[count];
    bytes.asFloatBuffer().get(values);
    return values;
  }
}
