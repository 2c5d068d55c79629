package io.kith.graph;

import org.bytedeco.pytorch.Tensor;

/**
 * Some rows side by side, ready to be multiplied with another tile.
 *
 * <p>Lives in the scope in which {@link RowTiles} made it.
 */
final class RowTile {
  private final Tensor rows;
  private final Tensor halfNorms;
  private final float[] halves;
  private final int[] ids;

  RowTile(Tensor rows, Tensor halfNorms, int[] ids) {
    this.rows = rows;
    this.halfNorms = halfNorms;
    this.halves = new float[ids.length];
    if (!halfNorms.is_cuda()) { // on a GPU the scores stay there, and so does this
      halfNorms.data_ptr_float().get(halves);
    }
    this.ids = ids;
  }

  /** Rows {@code from} to {@code to - 1} of this tile. */
  RowTile part(int from, int to) {
    return new RowTile(
        rows.narrow(0, from, to - from),
        halfNorms.narrow(0, from, to - from),
        java.util.Arrays.copyOfRange(ids, from, to));
  }

  /** The same rows under the numbers {@code first}, {@code first + 1}, … */
  RowTile renumbered(int first) {
    int[] numbers = new int[ids.length];
    java.util.Arrays.setAll(numbers, i -> first + i);
    return new RowTile(rows, halfNorms, numbers);
  }

  int size() {
    return ids.length;
  }

  /** The number, in the whole matrix, of the tile's i-th row. */
  int id(int i) {
    return ids[i];
  }

  /** What the i-th row adds to the score of its pairs. */
  float half(int i) {
    return halves[i];
  }

  Tensor rows() {
    return rows;
  }

  Tensor halfNorms() {
    return halfNorms;
  }
}
