package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.objective.LossTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * k workers whose gradients are averaged for every update.
 *
 * <p>Each has its own gradient and scratch space over the same parameters. Gradients are averaged
 * in batch order, so the update is the one that a single worker would make with the average of the
 * same k batches, to the bit, whatever the number of threads. The average is made layer by layer by
 * whoever is free ({@link SharedMean}); then all threads move the parameters, each its own ranges.
 */
final class SynchronousWorkers implements Workers {
  private final Task task;
  private final Descent descent;
  private final Parallel parallel;
  private final Crew crew;
  private final Exchange exchange;
  private final List<Replica> replicas = new ArrayList<>();
  private final WorkClock clock = new WorkClock();

  SynchronousWorkers(Task task, TrainingOptions options, Seed noise, Parallel parallel) {
    this.task = task;
    this.descent = new Descent(task, options.clip());
    this.parallel = parallel;
    int count = options.workers().count();
    List<FloatMatrix> gradients = new ArrayList<>();
    for (int w = 0; w < count; w++) {
      Learner learner = w == 0 ? task.learner() : task.learner().replica();
      replicas.add(new Replica(task, learner, noise));
      gradients.add(learner.gradient());
    }
    this.exchange = new SharedMean(gradients, clock);
    this.crew = new Crew(count, parallel);
  }

  @Override
  public int stepsPerUpdate() {
    return replicas.size();
  }

  @Override
  public Update update(EpochSteps steps) {
    List<Step> taken = steps.next(replicas.size());
    int threads = crew.atOnce(taken.size());
    long began = System.nanoTime();
    LossTerms loss = meanGradient(taken, threads);
    long stepping = System.nanoTime();
    LossTerms whole = descent.step(task.learner().gradient(), loss, taken.get(0).rate(), parallel);
    clock.stepped(stepping, threads);
    clock.passed(began, threads);
    return new Update(whole, taken.size(), 0);
  }

  /** Leaves the mean gradient in the task's learner and returns the mean loss. */
  private LossTerms meanGradient(List<Step> taken, int threads) {
    LossTerms[] terms = new LossTerms[taken.size()];
    AtomicInteger next = new AtomicInteger();
    exchange.begin(taken.size());
    crew.run(
        threads,
        thread -> {
          try {
            for (int w; (w = next.getAndIncrement()) < taken.size(); ) {
              terms[w] = gradient(w, taken.get(w));
            }
          } catch (RuntimeException | Error e) {
            exchange.fail();
            throw e;
          }
          exchange.complete();
        });
    return Update.mean(terms);
  }

  private LossTerms gradient(int worker, Step step) {
    long since = System.nanoTime();
    LossTerms terms =
        replicas
            .get(worker)
            .gradient(step, crew.team(worker), (from, to) -> exchange.offer(worker, from, to));
    clock.computed(since);
    return terms;
  }

  @Override
  public WorkTime time() {
    return clock.time();
  }

  @Override
  public void close() {
    crew.close();
    for (Replica replica : replicas) {
      replica.close();
      if (replica.learner() != task.learner()) {
        replica.learner().close();
      }
    }
  }
}
