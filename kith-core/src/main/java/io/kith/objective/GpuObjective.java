package io.kith.objective;

import io.kith.batch.AffinityBlock;
import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import io.kith.engine.CudaKernels;
import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.GpuArray;
import io.kith.engine.Upload;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * {@link EntropicGraphObjective} at work on a GPU. The host sends labels and edges as short lists,
 * the edges by row and by column; targets are built and edges summed over there.
 *
 * <p>Batches are filled up to one size, with rows of weight 0, so that a step can be recorded once.
 * Belongs to the thread of its queue.
 */
public final class GpuObjective implements AutoCloseable {
  private final EntropicGraphObjective objective;
  private final CudaKernels kernels;
  private final int classes;
  private final int rows;
  private final int entries;
  private final boolean soft;
  private final Tensor logReference;

  // the entries of a batch, by row and by column
  private final long[] rowOffsets;
  private final long[] columnOffsets;
  private final long[] to;
  private final long[] from;
  private final float[] rowWeights;
  private final float[] columnWeights;
  private final float[] targets;

  /**
   * For batches of at most so many rows and affinity entries.
   *
   * @param entries room for entries; {@link #fits} tells whether a batch needs more
   * @param soft whether labels are distributions
   */
  public GpuObjective(
      Device device,
      EntropicGraphObjective objective,
      int classes,
      int rows,
      int entries,
      boolean soft) {
    this.objective = objective;
    this.kernels = new CudaKernels(device, GpuObjective.class, "affinity.cu");
    this.classes = classes;
    this.rows = rows;
    this.entries = entries;
    this.soft = soft;
    this.targets = new float[soft ? rows * classes : 0];
    this.rowOffsets = new long[rows + 1];
    this.columnOffsets = new long[rows + 1];
    this.to = new long[entries];
    this.from = new long[entries];
    this.rowWeights = new float[entries];
    this.columnWeights = new float[entries];
    try (PointerScope scope = Engine.scope()) {
      logReference =
          torch
              .tensor(objective.logReference(classes))
              .to(device.toNative(), ScalarType.Float)
              .retainReference();
    }
  }

  public boolean fits(MetaBatch batch) {
    return batch.affinity().size() <= entries;
  }

  /** How many integers {@link #write} writes. */
  public int longCount() {
    return rows + 2 * (rows + 1 + entries);
  }

  /** How many floats {@link #write} writes. */
  public int floatCount() {
    return 2 * rows + 2 * entries + 1 + targets.length;
  }

  /** Writes a batch for {@link #evaluate}. */
  public void write(MetaBatch batch, Upload.Page page, int longsAt, int floatsAt) {
    float[] labelWeights = Arrays.copyOf(objective.labelWeights(batch), rows);
    float[] graphWeights = Arrays.copyOf(objective.rowWeights(batch), rows);
    for (int p = 0; p < rows; p++) {
      boolean labeled = p < batch.size() && batch.label(p) != Labels.UNLABELED;
      page.set(longsAt + p, labeled ? (long) batch.label(p) : 0L);
    }
    page.set(floatsAt, labelWeights, rows);
    page.set(floatsAt + rows, graphWeights, rows);
    sort(batch.affinity(), objective.countedRows(batch));
    int at = longsAt + rows;
    page.set(at, rowOffsets, rows + 1);
    page.set(at + rows + 1, to, entries);
    page.set(at + rows + 1 + entries, columnOffsets, rows + 1);
    page.set(at + 2 * (rows + 1) + entries, from, entries);
    page.set(floatsAt + 2 * rows, rowWeights, entries);
    page.set(floatsAt + 2 * rows + entries, columnWeights, entries);
    int rest = floatsAt + 2 * (rows + entries);
    page.set(rest, objective.labelEntropy(batch, labelWeights, classes));
    if (soft) {
      for (int p = 0; p < batch.size(); p++) {
        if (batch.label(p) != Labels.UNLABELED) {
          objective.target(batch, p, targets, p * classes, classes);
        }
      }
      page.set(rest + 1, targets, targets.length);
    }
  }

  /** Arranges the entries that count by row and by column, keeping their order. */
  private void sort(AffinityBlock block, boolean[] counted) {
    Arrays.fill(rowOffsets, 0);
    Arrays.fill(columnOffsets, 0);
    for (int e = 0; e < block.size(); e++) {
      if (counted[block.from(e)]) {
        rowOffsets[block.from(e) + 1]++;
        columnOffsets[block.to(e) + 1]++;
      }
    }
    for (int r = 0; r < rows; r++) {
      rowOffsets[r + 1] += rowOffsets[r];
      columnOffsets[r + 1] += columnOffsets[r];
    }
    long[] nextOfRow = rowOffsets.clone();
    long[] nextOfColumn = columnOffsets.clone();
    for (int e = 0; e < block.size(); e++) {
      if (counted[block.from(e)]) {
        int byRow = (int) nextOfRow[block.from(e)]++;
        to[byRow] = block.to(e);
        rowWeights[byRow] = block.weight(e);
        int byColumn = (int) nextOfColumn[block.to(e)]++;
        from[byColumn] = block.from(e);
        columnWeights[byColumn] = block.weight(e);
      }
    }
  }

  /**
   * The three terms of the batch that was sent, on the GPU; made in the caller's scope.
   *
   * @param longsSent what {@link #write} wrote, on the GPU
   * @param by overwritten with the gradient by the logits
   */
  public GpuArray evaluate(
      GpuArray logProbabilities, GpuArray longsSent, GpuArray floatsSent, GpuArray by) {
    Tensor logP = logProbabilities.tensor();
    Tensor longs = longsSent.tensor();
    Tensor floats = floatsSent.tensor();
    Tensor labelWeights = floats.narrow(0, 0, rows).unsqueeze(1);
    int at = rows;
    Entries byRow =
        new Entries(
            longs.narrow(0, at, rows + 1L),
            longs.narrow(0, at + rows + 1L, entries),
            floats.narrow(0, 2L * rows, entries));
    Entries byColumn =
        new Entries(
            longs.narrow(0, at + rows + 1L + entries, rows + 1L),
            longs.narrow(0, at + 2L * (rows + 1) + entries, entries),
            floats.narrow(0, 2L * rows + entries, entries));
    BatchTensors tensors =
        new BatchTensors(
            targets(logP, longs.narrow(0, 0, rows), floats),
            labelWeights,
            floats.narrow(0, 2L * (rows + entries), 1).squeeze(),
            floats.narrow(0, rows, rows).unsqueeze(1),
            logReference,
            new GpuProduct(kernels, byRow, byColumn));
    return new GpuArray(objective.terms(logP, tensors, by.tensor()));
  }

  private Tensor targets(Tensor logP, Tensor labels, Tensor floats) {
    if (soft) {
      return floats.narrow(0, 2L * (rows + entries) + 1, targets.length).view(rows, classes);
    }
    double smoothing = objective.options().smoothing();
    return torch
        .full_like(logP, new Scalar(smoothing / classes))
        .scatter_add_(
            1,
            labels.unsqueeze(1),
            torch.full_like(logP.narrow(1, 0, 1), new Scalar(1 - smoothing)));
  }

  /** λ‖θ‖² on the GPU, its gradient added; made in the caller's scope. */
  public GpuArray penalize(GpuArray parameters, GpuArray gradient) {
    return new GpuArray(objective.penalty(parameters.tensor(), gradient.tensor()));
  }

  @Override
  public void close() {
    kernels.close();
    logReference.releaseReference();
  }

  /** The entries of W one row after the other. */
  private record Entries(Tensor offsets, Tensor to, Tensor weights) {}

  /** W by rows and by columns. */
  private static final class GpuProduct extends AffinityProduct {
    private final CudaKernels kernels;
    private final Entries byRow;
    private final Entries byColumn;

    GpuProduct(CudaKernels kernels, Entries byRow, Entries byColumn) {
      this.kernels = kernels;
      this.byRow = byRow;
      this.byColumn = byColumn;
    }

    @Override
    Tensor times(Tensor x) {
      Tensor y = torch.empty_like(x);
      int rows = (int) x.size(0);
      int columns = (int) x.size(1);
      kernels.launch(
          "affinity_times",
          (long) rows * columns,
          byRow.offsets(),
          byRow.to(),
          byRow.weights(),
          x,
          y,
          rows,
          columns);
      return y;
    }

    @Override
    AffinityProduct transposed() {
      return new GpuProduct(kernels, byColumn, byRow);
    }
  }
}
