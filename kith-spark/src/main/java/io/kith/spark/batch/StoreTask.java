package io.kith.spark.batch;

import io.kith.base.Json;
import io.kith.batch.BatchLayout;
import io.kith.batch.LabeledPart;
import io.kith.batch.StorePart;
import io.kith.batch.StoredBatch;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import scala.Tuple2;

/**
 * Writes the files of a store, each in a task of its own. What has been written comes back as JSON,
 * since Kryo as Spark brings it knows no records.
 */
record StoreTask(StoreFolder folder, int columns) implements Serializable {

  /** Writes the meta-batches of a part, whose pieces come in order of their meta-batches. */
  String writeBatches(
      int part, Iterator<Tuple2<Integer, byte[]>> pieces, BatchRanges ranges, BatchLayout layout)
      throws IOException {
    String name = name("part-%05d", part);
    try (OutputStream out = folder.open(name)) {
      StorePart written = new StorePart(out);
      Tuple2<Integer, byte[]> next = pieces.hasNext() ? pieces.next() : null;
      for (int batch = ranges.first(part); batch < ranges.first(part + 1); batch++) {
        StoredBatch.Builder builder = new StoredBatch.Builder(layout, batch, columns);
        while (next != null && next._1() == batch) {
          Piece.addTo(builder, next._2());
          next = pieces.hasNext() ? pieces.next() : null;
        }
        written.add(builder.build());
      }
      return Json.text(written.written(name));
    }
  }

  /** Writes all labelled rows, which come in order of their numbers. */
  String writeLabeled(Iterator<Tuple2<Integer, byte[]>> rows) throws IOException {
    String name = name("labeled", 0);
    try (OutputStream out = folder.open(name)) {
      LabeledPart written = new LabeledPart(out, columns);
      while (rows.hasNext()) {
        Piece.addTo(written, rows.next()._2());
      }
      return Json.text(written.written(name));
    }
  }

  /** A name that no other attempt at the same part has. */
  private static String name(String format, int part) {
    return String.format(format, part) + "-" + TaskContext.get().taskAttemptId() + ".bin";
  }
}
