package io.kith.data;

/**
 * Some successive rows of a {@link RowStream}.
 *
 * @param firstRow where the first of them stands in the whole, counted from 0
 * @param rows valid until the next chunk comes
 */
public record RowChunk(long firstRow, Dataset rows) {

  /** The id of a row of this chunk: its own where there are ids, else its place in the whole. */
  public String id(int row) {
    return rows.hasIds() ? rows.id(row) : Long.toString(firstRow + row);
  }
}
