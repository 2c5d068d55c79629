package io.kith.train;

import io.kith.base.Parallel;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * Workers side by side. When one fails the others are stopped, all come to rest, and its exception
 * is the one that is thrown.
 */
final class Crew implements AutoCloseable {
  private final Parallel parallel;
  private final Parallel[] teams;

  /** Threads are shared out evenly; with fewer than workers, some work one after the other. */
  Crew(int workers, Parallel parallel) {
    this.parallel = parallel;
    this.teams = new Parallel[workers];
    for (int w = 0; w < workers; w++) {
      teams[w] = parallel.branch(Math.max(1, parallel.threads() / workers));
    }
  }

  /** The threads that a worker may use for itself. */
  Parallel team(int worker) {
    return teams[worker];
  }

  /** How many workers compute at once. */
  int atOnce(int workers) {
    return Math.min(workers, parallel.threads());
  }

  void run(int tasks, IntConsumer task) {
    AtomicReference<Throwable> first = new AtomicReference<>();
    try {
      parallel.run(
          tasks,
          i -> {
            try {
              task.accept(i);
            } catch (RuntimeException | Error e) {
              first.compareAndSet(null, e);
              stop();
              throw e;
            }
          });
    } catch (RuntimeException | Error e) {
      if (first.get() instanceof RuntimeException cause) {
        throw cause;
      }
      if (first.get() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void stop() {
    for (Parallel team : teams) {
      team.stop();
    }
  }

  @Override
  public void close() {
    for (Parallel team : teams) {
      team.close();
    }
  }
}
