package io.kith.data;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Rows that go by in chunks, in order, so that a file may be larger than memory.
 *
 * <p>Goes by once, on the calling thread; closed by whoever opened it.
 *
 * @see Datasets#stream
 */
public interface RowStream extends AutoCloseable {

  /** The number of rows in all chunks together. */
  long size();

  /** The classes that labels of all chunks refer to; empty where no row has a label. */
  List<String> classNames();

  /** Hands over all chunks. */
  void forEach(Consumer<RowChunk> consumer);

  /** As in {@link Table}, counted over the chunks so far. */
  Map<String, Integer> unknownCategories();

  @Override
  void close();

  /** Cuts a table that is already there; {@link #close} leaves it as it is. */
  static RowStream of(Table table, int rowsPerChunk) {
    return new DatasetStream(table, rowsPerChunk);
  }
}
