package io.kith.objective;

import io.kith.batch.AffinityBlock;
import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import io.kith.engine.Cuda;
import io.kith.engine.Engine;
import io.kith.engine.Upload;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * {@link EntropicGraphObjective} at work on a GPU. The host sends labels and edges as short lists;
 * targets and affinity block are built from them on the GPU.
 *
 * <p>Batches are filled up to one size, with rows and entries of weight 0, so that a step can be
 * recorded once. Belongs to the thread of its queue.
 */
public final class GpuObjective implements AutoCloseable {
  private final EntropicGraphObjective objective;
  private final int classes;
  private final int rows;
  private final int entries;
  private final Cuda cuda;
  private final Tensor affinity;
  private final Tensor logReference;
  private final long[] places;
  private final float[] weights;

  /**
   * For batches of at most so many rows and affinity entries.
   *
   * @param entries room for entries; {@link #fits} tells whether a batch needs more
   */
  public GpuObjective(
      Cuda cuda, EntropicGraphObjective objective, int classes, int rows, int entries) {
    this.cuda = cuda;
    this.objective = objective;
    this.classes = classes;
    this.rows = rows;
    this.entries = entries;
    this.places = new long[entries];
    this.weights = new float[entries];
    try (PointerScope scope = Engine.scope()) {
      // one more place, where the entries that fill up go
      long size = (long) rows * rows + 1;
      affinity = torch.zeros(new long[] {size}, cuda.options(ScalarType.Float)).retainReference();
      logReference =
          torch
              .tensor(objective.logReference(classes))
              .to(cuda.device().toNative(), ScalarType.Float)
              .retainReference();
    }
  }

  public boolean fits(MetaBatch batch) {
    return batch.affinity().size() <= entries;
  }

  /** How many integers {@link #write} writes. */
  public int longCount() {
    return rows + entries;
  }

  /** How many floats {@link #write} writes. */
  public int floatCount() {
    return 2 * rows + entries;
  }

  /** Writes a batch for {@link #evaluate}. */
  public void write(MetaBatch batch, Upload.Page page, int longsAt, int floatsAt) {
    float[] labelWeights = objective.labelWeights(batch);
    float[] rowWeights = objective.rowWeights(batch);
    for (int p = 0; p < rows; p++) {
      boolean inside = p < batch.size();
      boolean labeled = inside && batch.label(p) != Labels.UNLABELED;
      page.set(longsAt + p, labeled ? (long) batch.label(p) : 0L);
      page.set(floatsAt + p, inside ? labelWeights[p] : 0f);
      page.set(floatsAt + rows + p, inside ? rowWeights[p] : 0f);
    }
    boolean[] counted = objective.countedRows(batch);
    AffinityBlock block = batch.affinity();
    int count = 0;
    for (int e = 0; e < block.size(); e++) {
      if (counted[block.from(e)]) {
        places[count] = (long) block.from(e) * rows + block.to(e);
        weights[count++] = block.weight(e);
      }
    }
    Arrays.fill(places, count, entries, (long) rows * rows);
    Arrays.fill(weights, count, entries, 0);
    page.set(longsAt + rows, places, entries);
    page.set(floatsAt + 2 * rows, weights, entries);
  }

  /**
   * The three terms of the batch that was sent, on the GPU; made in the caller's scope.
   *
   * @param longs what {@link #write} wrote, on the GPU
   * @param by overwritten with the gradient by the logits
   */
  public Tensor evaluate(Tensor logP, Tensor longs, Tensor floats, Tensor by) {
    Tensor labels = longs.narrow(0, 0, rows).unsqueeze(1);
    Tensor targets =
        torch
            .full_like(logP, new Scalar(objective.options().smoothing() / classes))
            .scatter_add_(
                1,
                labels,
                torch.full_like(
                    floats.narrow(0, 0, rows).unsqueeze(1),
                    new Scalar(1 - objective.options().smoothing())));
    affinity
        .zero_()
        .scatter_add_(0, longs.narrow(0, rows, entries), floats.narrow(0, 2L * rows, entries));
    BatchTensors tensors =
        new BatchTensors(
            targets,
            floats.narrow(0, 0, rows).unsqueeze(1),
            floats.narrow(0, rows, rows).unsqueeze(1),
            logReference,
            AffinityProduct.of(affinity.narrow(0, 0, (long) rows * rows).view(rows, rows)));
    return cuda.inFloat32(() -> objective.terms(logP, tensors, by));
  }

  /** λ‖θ‖² on the GPU, its gradient added; made in the caller's scope. */
  public Tensor penalize(Tensor parameters, Tensor gradient) {
    return objective.penalty(parameters, gradient);
  }

  @Override
  public void close() {
    cuda.await();
    affinity.releaseReference();
    logReference.releaseReference();
  }
}
