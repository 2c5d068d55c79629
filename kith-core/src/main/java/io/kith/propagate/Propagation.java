package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;

/**
 * A learner that carries labels over the edges of a graph.
 *
 * <p>Each is a record of its options, checked when made; results do not depend on the number of
 * threads. Immutable; threads may share it.
 */
public sealed interface Propagation
    permits LabelPropagation,
        LabelSpreading,
        MeasurePropagation,
        ModifiedAdsorption,
        PoissonLearning {

  /** The same learner, stopping otherwise. */
  Propagation withStopping(Stopping stopping);

  /** What every row of the graph is likely to be. */
  Propagated propagate(Evidence evidence, Parallel parallel, Progress progress);

  /**
   * What rows outside of the graph are likely to be: the mean of their nearest rows, weighted by
   * affinity,
   *
   * <pre>
   *   F(x) = Σ_j ω(x, x_j) F_j / Σ_j ω(x, x_j)
   * </pre>
   *
   * <p>which is what the cost of label propagation asks of one more row when all others stay as
   * they are (Delalleau, Bengio and Le Roux 2005). A row whose nearest rows are all unreached is
   * unreached.
   */
  default Propagated extend(Propagated over, Newcomers rows, Parallel parallel) {
    int classes = over.classCount();
    float[] mean = new float[Math.multiplyExact(rows.size(), classes)];
    Rows.each(
        rows.size(),
        parallel,
        (from, to) -> {
          double[] weights = new double[rows.nearest().count()];
          for (int i = from; i < to; i++) {
            rows.weights(i, over, weights);
            for (int r = 0; r < weights.length; r++) {
              for (int c = 0; weights[r] > 0 && c < classes; c++) {
                mean[i * classes + c] +=
                    (float) (weights[r] * over.probability(rows.nearest().id(i, r), c));
              }
            }
          }
        });
    return Propagated.of(mean, classes, over.account());
  }
}
