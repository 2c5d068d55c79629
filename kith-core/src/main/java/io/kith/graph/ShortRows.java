package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Rows by their coordinates along the few directions in which they differ most, for a first look at
 * who is near whom.
 *
 * <p>Y = (X − m)·P, where the columns of P are the leading eigenvectors of the rows' covariance, as
 * many as keep the asked share of their variance; distances between short rows are then nearly
 * those between the rows, and a comparison costs a fraction. (Metrics without norms are not to be
 * centred: m = 0, and P keeps inner products.) Eigenvectors are found by subspace iteration on a
 * sample of rows, which is cheap for any number of columns.
 */
final class ShortRows {
  private static final int SAMPLE = 16_384;
  private static final int ROWS_PER_STEP = 1024;

  /** Enough for eigenvalues that are not all alike; for others it does not matter. */
  private static final int ITERATIONS = 5;

  /** Lengths that the matrix product likes. */
  private static final int MULTIPLE = 16;

  private static final int LONGEST = 512;

  private ShortRows() {}

  /**
   * The rows made short, or the rows themselves where that would save less than half.
   *
   * @param kept the share of the variance to keep
   */
  static FloatMatrix of(
      FloatMatrix rows, Metric metric, double kept, Seed seed, Parallel parallel) {
    int most = longest(rows.columns());
    if (most == 0 || kept >= 1) {
      return rows;
    }
    try (PointerScope scope = Engine.scope()) {
      RowTiles source = new RowTiles(rows, metric);
      int[] sample = seed.derive("sample").permutation(source.size());
      sample = Arrays.copyOf(sample, Math.min(SAMPLE, sample.length));
      Tensor mean = metric.addsNorms() ? mean(source, sample) : torch.zeros(source.columns());
      Tensor moments = moments(source, sample, mean);
      Tensor axes = axes(moments, most, kept, seed.derive("axes"));
      return axes.size(1) == 0 ? rows : product(source, mean, axes, parallel);
    }
  }

  /** The most columns that short rows have, 0 where there is nothing to save. */
  static int longest(int columns) {
    return Math.min(LONGEST, columns / 2) / MULTIPLE * MULTIPLE;
  }

  /** Σ x / n over the sample. */
  private static Tensor mean(RowTiles source, int[] sample) {
    Tensor sum = torch.zeros(source.columns());
    forEachStep(source, sample, some -> sum.add_(some.sum(0)));
    return sum.div_(new Scalar(sample.length));
  }

  /** C = Σ (x − m)(x − m)ᵀ over the sample. */
  private static Tensor moments(RowTiles source, int[] sample, Tensor mean) {
    int d = source.columns();
    Tensor moments = torch.zeros(d, d);
    forEachStep(
        source,
        sample,
        some -> {
          Tensor centred = some.sub_(mean);
          moments.addmm_(centred.t(), centred);
        });
    return moments;
  }

  private static void forEachStep(RowTiles source, int[] sample, Consumer<Tensor> use) {
    for (int from = 0; from < sample.length; from += ROWS_PER_STEP) {
      int to = Math.min(sample.length, from + ROWS_PER_STEP);
      try (PointerScope step = Engine.scope()) {
        use.accept(source.gather(Arrays.copyOfRange(sample, from, to)).rows());
      }
    }
  }

  /** The leading eigenvectors that keep the share, as columns; none where it takes too many. */
  private static Tensor axes(Tensor moments, int most, double kept, Seed seed) {
    Tensor basis = random(moments.size(0), most, seed.random());
    for (int i = 0; i < ITERATIONS; i++) {
      basis = torch.linalg_qr(torch.mm(moments, basis)).get0();
    }
    T_TensorTensor_T eigen = torch.linalg_eigh(torch.mm(basis.t(), torch.mm(moments, basis)));
    float[] ascending = new float[most];
    eigen.get0().data_ptr_float().get(ascending);
    double wanted = kept * moments.trace().item_double();
    double sum = 0;
    int count = 0;
    while (sum < wanted && count < most) {
      sum += ascending[most - ++count];
    }
    count = sum < wanted ? 0 : (count + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
    return torch.mm(basis, eigen.get1().narrow(1, most - count, count)).contiguous();
  }

  /** Y = (X − m)·P. */
  private static FloatMatrix product(RowTiles source, Tensor mean, Tensor axes, Parallel parallel) {
    int n = source.size();
    Tensor offset = torch.mv(axes.t(), mean);
    FloatMatrix out = FloatMatrix.allocate(n, (int) axes.size(1));
    parallel.run(
        (n + ROWS_PER_STEP - 1) / ROWS_PER_STEP,
        task -> {
          int from = task * ROWS_PER_STEP;
          int to = Math.min(n, from + ROWS_PER_STEP);
          try (PointerScope step = Engine.scope()) {
            Tensor into = out.tensor().narrow(0, from, to - from);
            torch.mm_out(into, source.range(from, to).rows(), axes).sub_(offset);
          }
        });
    return out;
  }

  private static Tensor random(long rows, int columns, SplittableRandom random) {
    float[] values = new float[Math.toIntExact(rows * columns)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (random.nextDouble() - 0.5);
    }
    return torch.tensor(values).view(rows, columns);
  }
}
