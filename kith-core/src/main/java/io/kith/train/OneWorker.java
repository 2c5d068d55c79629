package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.objective.LossTerms;

/** One worker: each step is an update, computed by all threads together. */
final class OneWorker implements Workers {
  private final Descent descent;
  private final Parallel parallel;
  private final Replica replica;
  private final WorkClock clock = new WorkClock();

  OneWorker(Task task, double clip, Seed noise, Parallel parallel) {
    this.descent = new Descent(task, clip);
    this.parallel = parallel;
    this.replica = new Replica(task, task.learner(), noise);
  }

  @Override
  public int stepsPerUpdate() {
    return 1;
  }

  @Override
  public Update update(EpochSteps steps) {
    Step step = steps.next();
    long began = System.nanoTime();
    LossTerms loss = replica.gradient(step, parallel);
    clock.computed(began);
    long stepping = System.nanoTime();
    LossTerms whole = descent.step(replica.learner().gradient(), loss, step.rate(), parallel);
    clock.stepped(stepping, 1);
    clock.passed(began, 1);
    return new Update(whole, 1, 0);
  }

  @Override
  public WorkTime time() {
    return clock.time();
  }

  @Override
  public void close() {
    replica.close();
  }
}
