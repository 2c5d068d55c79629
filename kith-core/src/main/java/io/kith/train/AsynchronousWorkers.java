package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.base.StoppedException;
import io.kith.learner.Learner;
import io.kith.objective.LossTerms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Workers that do not wait for each other, around the thread of the {@link Trainer} as their
 * parameter server (Dean and others 2012).
 *
 * <p>A worker computes a gradient with a copy of the parameters. As soon as it is there the server
 * moves the shared parameters by it and hands the worker a new copy with its next batch. Meanwhile
 * others may have moved them: the gradient is stale by that many updates. In an epoch's last steps
 * no new ones are begun, so that epochs end with nothing under way.
 *
 * <p>With {@link Sync#ASYNCHRONOUS} gradients are applied as they come, which differs from run to
 * run. With {@link Sync#IN_TURN} they are applied in the order of their batches: every worker's
 * gradient is then stale by the same number of updates, and the result is the same every time.
 *
 * <p>Staleness is kept within its bound s by two rules. A step is begun only while at most s others
 * are under way. And with those under way in the order in which they began, v_i the update that the
 * i-th began with (i from 0) and c the last one, an update is made only if c + 1 + i − v_i ≤ s
 * holds for all that began earlier: then each can still come in time, whatever the others do. The
 * one that began first may always go ahead, so no one waits for ever.
 */
final class AsynchronousWorkers implements Workers {
  private static final long LOOK_EVERY_MILLIS = 50;

  private final Task task;
  private final Descent descent;
  private final Parallel alone;
  private final boolean inTurn;
  private final long bound;
  private final Semaphore cores;
  private final List<Worker> workers = new ArrayList<>();

  /** In the order in which they began. */
  private final List<Worker> underWay = new ArrayList<>();

  private final WorkClock clock = new WorkClock();
  private final int atOnce;
  private long updates;
  private boolean closed;

  AsynchronousWorkers(Task task, TrainingOptions options, Seed noise, Parallel parallel) {
    WorkerOptions how = options.workers();
    this.task = task;
    this.descent = new Descent(task, options.clip());
    this.alone = parallel.branch(1);
    this.inTurn = how.sync() == Sync.IN_TURN;
    this.bound = how.staleness().isPresent() ? how.staleness().getAsInt() : Long.MAX_VALUE / 2;
    this.atOnce = Math.min(how.count(), parallel.threads());
    this.cores = new Semaphore(atOnce);
    for (int w = 0; w < how.count(); w++) {
      workers.add(new Worker("kith-worker-" + w, noise));
    }
    workers.forEach(worker -> worker.thread.start());
  }

  /** A thread with a learner of its own; computes one gradient whenever it is given a step. */
  private final class Worker {
    private final Learner learner = task.learner().twin();
    private final Replica replica;
    private final Thread thread;
    private Step step;
    private long began;
    private long finished;
    private LossTerms loss;
    private Throwable failure;

    Worker(String name, Seed noise) {
      replica = new Replica(task, learner, noise);
      thread = new Thread(this::serve, name);
      thread.setDaemon(true);
    }

    boolean isDone() {
      return loss != null || failure != null;
    }

    private void serve() {
      for (Step next = awaitStep(this); next != null; next = awaitStep(this)) {
        LossTerms terms = null;
        Throwable thrown = null;
        cores.acquireUninterruptibly();
        long since = System.nanoTime();
        try {
          terms = replica.gradient(next, alone);
        } catch (Throwable t) {
          thrown = t;
        } finally {
          clock.computed(since);
          cores.release();
        }
        report(this, terms, thrown);
      }
    }
  }

  @Override
  public int stepsPerUpdate() {
    return workers.size();
  }

  @Override
  public Update update(EpochSteps steps) {
    long since = System.nanoTime();
    giveOut(steps);
    Worker worker = awaitNext();
    long stepping = System.nanoTime();
    LossTerms loss =
        descent.step(worker.learner.gradient(), worker.loss, worker.step.rate(), alone);
    int staleness = (int) (updates++ - worker.began);
    underWay.remove(worker);
    giveOut(steps);
    clock.stepped(stepping, 1);
    clock.passed(since, atOnce);
    return new Update(loss, 1, staleness);
  }

  @Override
  public List<Long> underWay() {
    return underWay.stream().map(worker -> worker.step.number()).sorted().toList();
  }

  /** Where order matters, the parameters that those under way began with would be needed too. */
  @Override
  public boolean canResumeHere() {
    return !inTurn || underWay.isEmpty();
  }

  /**
   * Gives a step and a copy of the parameters to everyone who is free, as far as the bound goes.
   */
  private void giveOut(EpochSteps steps) {
    for (Worker worker : workers) {
      if (underWay.contains(worker) || steps.left() == 0 || underWay.size() > bound) {
        continue;
      }
      task.learner().parameters().copyInto(worker.learner.parameters());
      worker.began = updates;
      underWay.add(worker);
      Step step = steps.next();
      synchronized (this) {
        worker.loss = null;
        worker.step = step;
        notifyAll();
      }
    }
  }

  /** Waits until someone's gradient is there and may be applied. */
  private synchronized Worker awaitNext() {
    while (true) {
      for (Worker worker : underWay) {
        if (worker.failure != null) {
          throw failed(worker.failure);
        }
      }
      if (alone.isStopped()) {
        throw new StoppedException();
      }
      Optional<Worker> next =
          underWay.stream()
              .filter(Worker::isDone)
              .filter(this::mayGoAhead)
              .min(Comparator.comparingLong(worker -> worker.finished));
      if (next.isPresent()) {
        return next.get();
      }
      pause();
    }
  }

  private boolean mayGoAhead(Worker worker) {
    for (int i = 0; underWay.get(i) != worker; i++) {
      if (inTurn || updates + 1 + i - underWay.get(i).began > bound) {
        return false;
      }
    }
    return true;
  }

  /** A stop from outside notifies no one, hence the look now and then. */
  private void pause() {
    try {
      wait(LOOK_EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException();
    }
  }

  /** Blocks a worker until it has a step to compute; null at the end. */
  private synchronized Step awaitStep(Worker worker) {
    while (!closed && (worker.step == null || worker.isDone())) {
      try {
        wait();
      } catch (InterruptedException e) {
        return null;
      }
    }
    return closed ? null : worker.step;
  }

  private synchronized void report(Worker worker, LossTerms loss, Throwable failure) {
    worker.loss = loss;
    worker.failure = failure;
    worker.finished = System.nanoTime();
    notifyAll();
  }

  private static RuntimeException failed(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }

  @Override
  public WorkTime time() {
    return clock.time();
  }

  /** Ends all threads and waits for them: they write to memory that is freed then. */
  @Override
  public void close() {
    alone.stop();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    boolean interrupted = false;
    for (Worker worker : workers) {
      while (worker.thread.isAlive()) {
        try {
          worker.thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      worker.replica.close();
      worker.learner.close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
