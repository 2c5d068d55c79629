package io.kith.data;

import io.kith.engine.FloatMatrix;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The rows of a data set in memory or in a mapped file. */
record DatasetStream(Table table, int rowsPerChunk) implements RowStream {

  @Override
  public long size() {
    return table.dataset().size();
  }

  @Override
  public List<String> classNames() {
    Labels labels = table.dataset().labels();
    return labels.labeledCount() == 0 ? List.of() : labels.names();
  }

  @Override
  public void forEach(Consumer<RowChunk> consumer) {
    Dataset all = table.dataset();
    for (int from = 0; from < all.size(); ) {
      int to = from + Math.min(rowsPerChunk, all.size() - from);
      try (FloatMatrix features = all.features().slice(from, to)) {
        consumer.accept(chunk(all, features, from));
      }
      from = to;
    }
  }

  /** Some rows of a data set, whose features are given. */
  static RowChunk chunk(Dataset all, FloatMatrix features, int from) {
    int[] rows = IntStream.range(from, from + features.rows()).toArray();
    Dataset chunk = Dataset.of(features, all.featureNames(), all.labels().gather(rows));
    if (all.hasIds()) {
      chunk = chunk.withIds(IntStream.of(rows).mapToObj(all::id).toArray(String[]::new));
    }
    return new RowChunk(from, chunk);
  }

  @Override
  public Map<String, Integer> unknownCategories() {
    return table.unknownCategories();
  }

  @Override
  public void close() {}
}
