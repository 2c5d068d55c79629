package io.kith.spark.graph;

import io.kith.base.Seed;
import io.kith.spark.RowChunk;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/** Brings some rows to the driver. */
final class RowSample {
  private RowSample() {}

  /** Different row numbers drawn at random, ascending. */
  static int[] draw(int rows, int count, Seed seed) {
    return seed.random().ints(0, rows).distinct().limit(Math.min(count, rows)).sorted().toArray();
  }

  /** The named rows; {@code ids} must ascend, and so do the rows. */
  static RowChunk collect(JavaRDD<RowChunk> rows, int[] ids) {
    return sorted(
        rows.map(
                chunk ->
                    chunk.select(
                        IntStream.range(0, chunk.size())
                            .filter(i -> Arrays.binarySearch(ids, chunk.ids()[i]) >= 0)
                            .toArray()))
            .filter(chunk -> chunk.size() > 0)
            .collect());
  }

  /** All rows of some chunks, ascending by number. */
  static RowChunk sorted(List<RowChunk> chunks) {
    RowChunk all = joined(chunks);
    int[] order =
        IntStream.range(0, all.size())
            .boxed()
            .sorted(java.util.Comparator.comparingInt(i -> all.ids()[i]))
            .mapToInt(i -> i)
            .toArray();
    return all.select(order);
  }

  private static RowChunk joined(List<RowChunk> chunks) {
    int size = chunks.stream().mapToInt(RowChunk::size).sum();
    int columns = chunks.isEmpty() ? 0 : chunks.get(0).columns();
    int[] ids = new int[size];
    int[] labels = new int[size];
    float[] features = new float[size * columns];
    int at = 0;
    for (RowChunk chunk : chunks) {
      System.arraycopy(chunk.ids(), 0, ids, at, chunk.size());
      System.arraycopy(chunk.labels(), 0, labels, at, chunk.size());
      System.arraycopy(chunk.features(), 0, features, at * columns, chunk.size() * columns);
      at += chunk.size();
    }
    return new RowChunk(ids, labels, columns, features);
  }
}
