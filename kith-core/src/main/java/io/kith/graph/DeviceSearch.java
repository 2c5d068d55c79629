package io.kith.graph;

import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Compares rows with rows where reading every score back would take longer than making it: on a
 * GPU.
 *
 * <p>Some queries at a time go over all rows, tile by tile; the best of a tile are merged with the
 * best so far on the device, and only what is left in the end comes back. Pairs are therefore
 * computed twice, once for either row. Of rows equally far away any may be found.
 */
final class DeviceSearch {
  private static final Scalar ONE = new Scalar(1f).retainReference();
  private static final Scalar MINUS_ONE = new Scalar(-1f).retainReference();

  private final Metric metric;
  private final Device device;
  private final int queriesPerStep;
  private final int rowsPerTile;

  DeviceSearch(Metric metric, Device device) {
    this(metric, device, 4096, 16_384);
  }

  DeviceSearch(Metric metric, Device device, int queriesPerStep, int rowsPerTile) {
    this.metric = metric;
    this.device = device;
    this.queriesPerStep = queriesPerStep;
    this.rowsPerTile = rowsPerTile;
  }

  /**
   * Fills the lists of queries; where they are the rows themselves, no row is offered to itself.
   */
  void fill(FloatMatrix rows, FloatMatrix queries, NearestLists lists, Steps steps) {
    boolean themselves = rows == queries;
    try (PointerScope scope = Engine.scope()) {
      RowTiles source = new RowTiles(rows, metric, device);
      RowTiles asked = themselves ? source : new RowTiles(queries, metric, device);
      int wanted = Math.min(source.size(), lists.length() + (themselves ? 1 : 0));
      for (int from = 0; from < asked.size(); from += queriesPerStep) {
        try (PointerScope step = Engine.scope()) {
          RowTile some = asked.range(from, Math.min(asked.size(), from + queriesPerStep));
          Best best = best(source, some, wanted);
          offer(best, some, themselves, lists);
          steps.done(some.size());
        }
      }
    }
  }

  /** The lowest scores of each query and whose they are, on the device. */
  private record Best(Tensor scores, Tensor ids) {}

  private Best best(RowTiles source, RowTile some, int wanted) {
    int width = Math.min(source.size(), rowsPerTile);
    Tensor product = some.rows().new_empty(some.size(), width);
    Tensor scores =
        some.rows().new_full(new long[] {some.size(), wanted}, new Scalar(Float.POSITIVE_INFINITY));
    Tensor ids =
        torch.full(
            new long[] {some.size(), wanted}, new Scalar(-1L), device.options(ScalarType.Long));
    for (int from = 0; from < source.size(); from += width) {
      try (PointerScope step = Engine.scope()) {
        RowTile tile = source.range(from, Math.min(source.size(), from + width));
        Tensor out = product.narrow(1, 0, tile.size());
        torch.addmm_out(out, tile.halfNorms(), some.rows(), tile.rows().t(), ONE, MINUS_ONE);
        T_TensorTensor_T near = out.topk(Math.min(wanted, tile.size()), 1, false, false);
        Tensor all = torch.cat(new TensorVector(scores, near.get0()), 1);
        Tensor whose = torch.cat(new TensorVector(ids, near.get1().add_(new Scalar(from))), 1);
        T_TensorTensor_T kept = all.topk(wanted, 1, false, false);
        scores.copy_(kept.get0());
        ids.copy_(whose.gather(1, kept.get1()));
      }
    }
    return new Best(scores.add_(some.halfNorms().unsqueeze(1)), ids);
  }

  private static void offer(Best best, RowTile some, boolean themselves, NearestLists lists) {
    int width = (int) best.ids().size(1);
    float[] scores = new float[some.size() * width];
    long[] ids = new long[scores.length];
    best.scores().cpu().contiguous().data_ptr_float().get(scores);
    best.ids().cpu().contiguous().data_ptr_long().get(ids);
    for (int e = 0; e < ids.length; e++) {
      int row = some.id(e / width);
      if (ids[e] >= 0 && !(themselves && ids[e] == row)) {
        lists.offer(row, scores[e], (int) ids[e]);
      }
    }
  }
}
