package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.learner.Optimizer;
import io.kith.objective.LossTerms;
import java.util.ArrayList;
import java.util.List;

/**
 * Local SGD (Stich 2019): each worker takes H steps alone, then parameters and what the optimizer
 * remembers are averaged.
 *
 * <p>An update is such a round: every worker starts from the shared parameters, and those change
 * only when all are back. For rules that are linear in the gradient (SGD, with or without momentum)
 * and without clipping, rounds of one step are synchronous training, up to rounding.
 */
final class LocalWorkers implements Workers {
  private final Task task;
  private final Descent descent;
  private final Parallel parallel;
  private final Crew crew;
  private final int localSteps;
  private final List<Replica> replicas = new ArrayList<>();
  private final List<Optimizer> optimizers = new ArrayList<>();
  private final WorkClock clock = new WorkClock();

  LocalWorkers(Task task, TrainingOptions options, Seed noise, Parallel parallel) {
    this.task = task;
    this.descent = new Descent(task, options.clip());
    this.parallel = parallel;
    this.localSteps = options.workers().localSteps();
    int count = options.workers().count();
    for (int w = 0; w < count; w++) {
      replicas.add(new Replica(task, task.learner().twin(), noise));
      optimizers.add(task.optimizer().twin());
    }
    this.crew = new Crew(count, parallel);
  }

  @Override
  public int stepsPerUpdate() {
    return localSteps * replicas.size();
  }

  @Override
  public Update update(EpochSteps steps) {
    List<Step> taken = steps.next(stepsPerUpdate());
    int workers = Math.min(replicas.size(), taken.size());
    int threads = crew.atOnce(workers);
    LossTerms[] terms = new LossTerms[taken.size()];
    long began = System.nanoTime();
    crew.run(workers, w -> stepAlone(w, taken, terms));
    long averaging = System.nanoTime();
    average(workers);
    task.optimizer()
        .resumeAt(
            task.optimizer().steps() + (taken.size() + replicas.size() - 1) / replicas.size());
    clock.averaged(averaging, threads);
    clock.passed(began, threads);
    return new Update(Update.mean(terms), taken.size(), 0);
  }

  /** Steps w, w + k, w + 2k, … of those taken, from the shared parameters on. */
  private void stepAlone(int worker, List<Step> taken, LossTerms[] terms) {
    long since = System.nanoTime();
    Replica replica = replicas.get(worker);
    Learner learner = replica.learner();
    Optimizer optimizer = optimizers.get(worker);
    Parallel team = crew.team(worker);
    task.learner().parameters().copyInto(learner.parameters());
    task.optimizer().copyInto(optimizer);
    for (int i = worker; i < taken.size(); i += replicas.size()) {
      LossTerms loss = replica.gradient(taken.get(i), team);
      terms[i] =
          descent.step(
              learner.parameters(), learner.gradient(), optimizer, loss, taken.get(i).rate(), team);
    }
    clock.computed(since);
  }

  private void average(int workers) {
    average(
        replicas.subList(0, workers).stream().map(r -> r.learner().parameters()).toList(),
        task.learner().parameters());
    for (int v = 0; v < task.optimizer().state().size(); v++) {
      int vector = v;
      average(
          optimizers.subList(0, workers).stream().map(o -> o.state().get(vector)).toList(),
          task.optimizer().state().get(v));
    }
  }

  private void average(List<FloatMatrix> vectors, FloatMatrix mean) {
    Pieces.runWhole(
        mean.columns(),
        parallel,
        (piece, from, count) -> Pieces.average(vectors, mean, from, count));
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
      replica.learner().close();
    }
    optimizers.forEach(Optimizer::close);
  }
}
