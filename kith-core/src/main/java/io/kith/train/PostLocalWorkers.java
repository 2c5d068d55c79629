package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;

/**
 * Post-local SGD (Lin, Stich, Patel and Jaggi 2020): synchronous for the first epochs, while
 * parameters change fast, then local.
 */
final class PostLocalWorkers implements Workers {
  private final Task task;
  private final TrainingOptions options;
  private final Seed noise;
  private final Parallel parallel;
  private Workers now;
  private boolean local;

  PostLocalWorkers(Task task, TrainingOptions options, Seed noise, Parallel parallel) {
    this.task = task;
    this.options = options;
    this.noise = noise;
    this.parallel = parallel;
    WorkerOptions first = options.workers().withSync(Sync.SYNCHRONOUS);
    this.now = Workers.threads(task, options.withWorkers(first), noise, parallel);
  }

  @Override
  public int stepsPerUpdate() {
    return options.workers().localSteps() * options.workers().count();
  }

  @Override
  public Update update(EpochSteps steps) {
    if (!local && steps.epoch() > options.workers().localAfter()) {
      now.close();
      now = new LocalWorkers(task, options, noise, parallel);
      local = true;
    }
    return now.update(steps);
  }

  @Override
  public WorkTime time() {
    return now.time();
  }

  @Override
  public void close() {
    now.close();
  }
}
