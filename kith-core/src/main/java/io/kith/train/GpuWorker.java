package io.kith.train;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.base.StoppedException;
import io.kith.engine.Compute;
import io.kith.learner.DenseNetwork;
import io.kith.objective.LossTerms;

/** One worker on a GPU, which takes many steps between two looks at the loss. */
final class GpuWorker implements Workers {
  /** Enough that reading the loss costs nothing, few enough that divergence is noticed early. */
  private static final int STEPS = 16;

  private final Parallel parallel;
  private final GpuStep step;
  private final DenseNetwork home;
  private final WorkClock clock = new WorkClock();

  GpuWorker(Task task, TrainingOptions options, Seed noise, Parallel parallel, Compute compute) {
    if (options.workers().count() > 1) {
      throw new BadInputException(
          "a GPU trains with one worker, but --workers asks for "
              + options.workers().count()
              + ": leave it out, or use --device cpu.");
    }
    this.parallel = parallel;
    this.step = new GpuStep(task, compute, options.clip(), noise);
    this.home = (DenseNetwork) task.learner();
    home.predictBy(step.network());
  }

  @Override
  public int stepsPerUpdate() {
    return STEPS;
  }

  @Override
  public Update update(EpochSteps steps) {
    if (parallel.isStopped()) {
      throw new StoppedException();
    }
    long began = System.nanoTime();
    int count = Math.min(STEPS, steps.left());
    for (int s = 0; s < count; s++) {
      Step next = steps.next();
      step.step(next.batch(), next.number(), next.rate());
    }
    LossTerms sum = step.drain();
    clock.computed(began);
    clock.passed(began, 1);
    return new Update(sum.times(1.0 / count), count, 0);
  }

  @Override
  public void settle() {
    step.download();
  }

  @Override
  public WorkTime time() {
    return clock.time();
  }

  @Override
  public void close() {
    home.predictBy(null);
    step.close();
  }
}
