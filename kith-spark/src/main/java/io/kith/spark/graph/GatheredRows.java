package io.kith.spark.graph;

import io.kith.engine.FloatMatrix;
import io.kith.spark.RowChunk;
import java.util.Arrays;
import java.util.List;

/** The rows of many chunks in one matrix, ascending by number, whatever order they came in. */
final class GatheredRows implements AutoCloseable {
  private final int[] ids;
  private final FloatMatrix features;

  private GatheredRows(int[] ids, FloatMatrix features) {
    this.ids = ids;
    this.features = features;
  }

  static GatheredRows of(List<RowChunk> chunks) {
    int[] ids = chunks.stream().flatMapToInt(c -> Arrays.stream(c.ids())).sorted().toArray();
    int columns = chunks.isEmpty() ? 0 : chunks.get(0).columns();
    FloatMatrix features = FloatMatrix.allocate(ids.length, columns);
    for (RowChunk chunk : chunks) {
      int[] places = new int[chunk.size()];
      Arrays.setAll(places, i -> Arrays.binarySearch(ids, chunk.ids()[i]));
      chunk.copyInto(features, places);
    }
    return new GatheredRows(ids, features);
  }

  /** The rows of one chunk in its own order. */
  static FloatMatrix inOrder(RowChunk chunk) {
    FloatMatrix features = FloatMatrix.allocate(chunk.size(), chunk.columns());
    int[] places = new int[chunk.size()];
    Arrays.setAll(places, i -> i);
    chunk.copyInto(features, places);
    return features;
  }

  int size() {
    return ids.length;
  }

  int id(int place) {
    return ids[place];
  }

  int[] ids() {
    return ids;
  }

  FloatMatrix features() {
    return features;
  }

  @Override
  public void close() {
    features.close();
  }
}
