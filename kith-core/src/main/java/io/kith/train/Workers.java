package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.MetaBatch;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.objective.LossTerms;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Who computes the gradient of an update: one worker on one batch, or k workers on k batches whose
 * gradients are averaged.
 *
 * <p>One worker uses all threads for its batch. Of several, each has its own gradient and scratch
 * space over the same parameters and computes on one thread; gradients are averaged in batch order,
 * by ranges of parameters. So the step of k workers is the step that one worker takes on the
 * average of the same k batches, to the bit, whatever the number of threads.
 */
final class Workers implements AutoCloseable {
  private static final int PIECE = 1 << 16;

  private final Task task;
  private final Seed noise;
  private final Parallel parallel;
  private final Learner[] learners;
  private final FloatMatrix[] inputs;
  private final FloatMatrix[] slopes;

  /** Threads of a single worker among several: its own. */
  private final Parallel alone = new Parallel(1);

  Workers(Task task, int count, Seed noise, Parallel parallel) {
    this.task = task;
    this.noise = noise;
    this.parallel = parallel;
    this.learners = new Learner[count];
    this.inputs = new FloatMatrix[count];
    this.slopes = new FloatMatrix[count];
    int rows = task.plan().largestStep();
    for (int w = 0; w < count; w++) {
      learners[w] = w == 0 ? task.learner() : task.learner().replica();
      inputs[w] = FloatMatrix.allocate(rows, task.features().columns());
      slopes[w] = FloatMatrix.allocate(rows, task.learner().classes());
    }
  }

  int count() {
    return learners.length;
  }

  /**
   * Leaves the mean gradient of the batches in the task's learner and returns the mean loss.
   *
   * @param firstNumber the number of the first batch since training began; dropout goes by it
   */
  LossTerms gradient(MetaBatch[] batches, long firstNumber) {
    LossTerms[] terms = new LossTerms[batches.length];
    if (learners.length == 1) {
      terms[0] = gradient(0, batches[0], firstNumber, parallel);
    } else {
      parallel.run(batches.length, w -> terms[w] = gradient(w, batches[w], firstNumber + w, alone));
      average(batches.length);
    }
    LossTerms sum = LossTerms.ZERO;
    for (LossTerms each : terms) {
      sum = sum.plus(each);
    }
    Learner learner = task.learner();
    return sum.times(1.0 / batches.length)
        .withPenalty(task.objective().penalize(learner.parameters(), learner.gradient()));
  }

  private LossTerms gradient(int worker, MetaBatch batch, long number, Parallel threads) {
    Learner learner = learners[worker];
    task.features().gatherInto(batch.rows(), inputs[worker], threads);
    try (FloatMatrix x = inputs[worker].slice(0, batch.size());
        FloatMatrix by = slopes[worker].slice(0, batch.size());
        FloatMatrix logP = learner.forward(x, noise.derive(number), threads)) {
      LossTerms terms = task.objective().evaluate(logP, batch, by);
      learner.backward(by, threads);
      return terms;
    }
  }

  /** g_0 ← (g_0 + g_1 + …) / k, in that order for every parameter. */
  private void average(int count) {
    int parameters = task.learner().gradient().columns();
    parallel.run(
        (parameters + PIECE - 1) / PIECE,
        piece -> {
          try (PointerScope scope = Engine.scope()) {
            long from = (long) piece * PIECE;
            long length = Math.min(PIECE, parameters - from);
            Tensor sum = learners[0].gradient().tensor().narrow(1, from, length);
            for (int w = 1; w < count; w++) {
              sum.add_(learners[w].gradient().tensor().narrow(1, from, length));
            }
            sum.mul_(new Scalar(1f / count));
          }
        });
  }

  @Override
  public void close() {
    for (int w = 0; w < learners.length; w++) {
      inputs[w].close();
      slopes[w].close();
      if (w > 0) {
        learners[w].close();
      }
    }
    alone.close();
  }
}
