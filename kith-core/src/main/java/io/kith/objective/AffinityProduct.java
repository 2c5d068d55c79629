package io.kith.objective;

import io.kith.batch.AffinityBlock;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Multiplies matrices by an affinity block W, held as its entries or as a full matrix: the same
 * numbers, whichever is faster. Lives in the scope that made it.
 */
abstract class AffinityProduct {
  /** Σ_j ω_ij X_j for every row i. */
  abstract Tensor times(Tensor x);

  /** The same for W transposed. */
  abstract AffinityProduct transposed();

  /** Whether W is known to be zero. */
  boolean isZero() {
    return false;
  }

  /** The entries that count, chosen by how many there are. */
  static AffinityProduct of(AffinityBlock block, boolean[] countedRows, int rows) {
    return 8L * block.size() > (long) rows * rows
        ? full(block, countedRows, rows)
        : entries(block, countedRows, rows);
  }

  /** Gathers and adds, entry by entry. */
  static AffinityProduct entries(AffinityBlock block, boolean[] countedRows, int rows) {
    long[] from = new long[block.size()];
    long[] to = new long[block.size()];
    float[] weights = new float[block.size()];
    int count = 0;
    for (int e = 0; e < block.size(); e++) {
      if (countedRows[block.from(e)]) {
        from[count] = block.from(e);
        to[count] = block.to(e);
        weights[count++] = block.weight(e);
      }
    }
    return new Entries(
        torch.tensor(from).narrow(0, 0, count),
        torch.tensor(to).narrow(0, 0, count),
        torch.tensor(weights).narrow(0, 0, count).unsqueeze(1),
        rows);
  }

  /** One matrix product. */
  static AffinityProduct full(AffinityBlock block, boolean[] countedRows, int rows) {
    float[] matrix = new float[Math.multiplyExact(rows, rows)];
    for (int e = 0; e < block.size(); e++) {
      if (countedRows[block.from(e)]) {
        matrix[block.from(e) * rows + block.to(e)] += block.weight(e);
      }
    }
    return new Full(torch.tensor(matrix).view(rows, rows));
  }

  /** The (i, j, ω_ij) of W. */
  private static final class Entries extends AffinityProduct {
    private final Tensor from;
    private final Tensor to;
    private final Tensor weights;
    private final long rows;

    Entries(Tensor from, Tensor to, Tensor weights, long rows) {
      this.from = from;
      this.to = to;
      this.weights = weights;
      this.rows = rows;
    }

    @Override
    boolean isZero() {
      return from.numel() == 0;
    }

    @Override
    Tensor times(Tensor x) {
      Tensor summands = x.index_select(0, to).mul_(weights);
      return torch.zeros(rows, x.size(1)).index_add_(0, from, summands);
    }

    @Override
    AffinityProduct transposed() {
      return new Entries(to, from, weights, rows);
    }
  }

  /** W itself. */
  private static final class Full extends AffinityProduct {
    private final Tensor matrix;

    Full(Tensor matrix) {
      this.matrix = matrix;
    }

    @Override
    Tensor times(Tensor x) {
      return matrix.mm(x);
    }

    @Override
    AffinityProduct transposed() {
      return new Full(matrix.t());
    }
  }
}
