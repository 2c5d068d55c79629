package io.kith.graph;

import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Cuts tiles out of a matrix, the rows in them as the metric wants them.
 *
 * <p>Norms are computed once; besides them nothing is copied that is not in a tile. Lives in the
 * scope in which it was made; threads may share it.
 */
final class RowTiles {
  private static final int ROWS_PER_STEP = 4096;

  private final Tensor all;
  private final Tensor halfNorms;
  private final Tensor scales;
  private final boolean scaled;
  private final int size;

  RowTiles(FloatMatrix rows, Metric metric) {
    this(rows, metric, Device.CPU);
  }

  /** Tiles that live on a device, to which the rows are copied if they are not there. */
  RowTiles(FloatMatrix rows, Metric metric, Device device) {
    this.size = rows.rows();
    this.all =
        device.isGpu() ? rows.tensor().to(device.toNative(), ScalarType.Float) : rows.tensor();
    this.scaled = metric.unitLength();
    Tensor squares = squares(all, size);
    if (!squares.isfinite().all().item_bool()) {
      throw new IllegalArgumentException("rows must hold finite numbers, but one does not");
    }
    this.halfNorms = metric.addsNorms() ? squares.mul(new Scalar(0.5f)) : torch.zeros_like(squares);
    this.scales = scaled ? squares.clamp_min(new Scalar(Float.MIN_NORMAL)).rsqrt() : squares;
  }

  int size() {
    return size;
  }

  int columns() {
    return (int) all.size(1);
  }

  /** Rows {@code from} to {@code to - 1}. */
  RowTile range(int from, int to) {
    int[] ids = new int[to - from];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = from + i;
    }
    Tensor rows = all.narrow(0, from, ids.length);
    Tensor own = scaled ? rows.mul(scales.narrow(0, from, ids.length).unsqueeze(1)) : rows;
    return new RowTile(own, halfNorms.narrow(0, from, ids.length), ids);
  }

  /** The named rows, copied next to each other. */
  RowTile gather(int[] ids) {
    Tensor index = torch.tensor(ids);
    Tensor rows = all.index_select(0, index);
    Tensor own = scaled ? rows.mul_(scales.index_select(0, index).unsqueeze(1)) : rows;
    return new RowTile(own, halfNorms.index_select(0, index), ids);
  }

  /** ‖x_i‖² of every row, some rows at a time because the squares would be a second matrix. */
  private static Tensor squares(Tensor all, int size) {
    Tensor squares = all.new_empty(size);
    for (int from = 0; from < size; from += ROWS_PER_STEP) {
      int count = Math.min(ROWS_PER_STEP, size - from);
      try (PointerScope step = Engine.scope()) {
        squares.narrow(0, from, count).copy_(all.narrow(0, from, count).square().sum(1));
      }
    }
    return squares;
  }
}
