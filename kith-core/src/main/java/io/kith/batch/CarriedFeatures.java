package io.kith.batch;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;

/**
 * The features of a batch that brings them along: row after row, in pieces that follow each other.
 */
record CarriedFeatures(float[]... pieces) {
  private static final int ROWS_PER_TASK = 512;

  /** Copies them to the front of a matrix. */
  void copyInto(FloatMatrix into, Parallel parallel) {
    int columns = into.columns();
    int rows = Arrays.stream(pieces).mapToInt(piece -> piece.length / columns).sum();
    parallel.run(
        (rows + ROWS_PER_TASK - 1) / ROWS_PER_TASK,
        task -> {
          int end = Math.min(rows, (task + 1) * ROWS_PER_TASK);
          for (int row = task * ROWS_PER_TASK; row < end; row++) {
            copyRow(row, into);
          }
        });
  }

  private void copyRow(int row, FloatMatrix into) {
    int place = row;
    int piece = 0;
    while (place >= pieces[piece].length / into.columns()) {
      place -= pieces[piece++].length / into.columns();
    }
    into.setRow(row, pieces[piece], place * into.columns());
  }
}
