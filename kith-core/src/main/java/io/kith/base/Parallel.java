package io.kith.base;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/**
 * A fixed team of named threads that works through numbered tasks.
 *
 * <p>Tasks are cut by the caller, never by the number of threads, and each writes to its own place:
 * that is why results do not depend on how many threads there are. The calling thread works too, so
 * {@code new Parallel(1)} starts no thread at all. A failing task stops the others from being
 * begun; its exception reaches the caller after all threads have come to rest. {@link #stop} does
 * the same from outside.
 *
 * <p>One caller at a time; tasks must not call {@link #run} of the same team. A team of one has no
 * threads to share: any number of callers may use it, each on its own thread.
 */
public final class Parallel implements AutoCloseable {
  private static final Runnable END = () -> {};

  private final int threads;
  private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final Thread[] team;
  private final Optional<Parallel> origin;
  private volatile boolean stopped;

  public Parallel(int threads) {
    this(threads, Optional.empty());
  }

  private Parallel(int threads, Optional<Parallel> origin) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be >= 1, but was " + threads);
    }
    this.threads = threads;
    this.origin = origin;
    this.team = new Thread[threads - 1];
    for (int t = 0; t < team.length; t++) {
      team[t] = new Thread(this::serve, "kith-" + (t + 1));
      team[t].setDaemon(true);
      team[t].start();
    }
  }

  /** As many threads as the machine has cores. */
  public static Parallel ofMachine() {
    return new Parallel(Runtime.getRuntime().availableProcessors());
  }

  public int threads() {
    return threads;
  }

  /** Another team, of threads of its own, that is stopped when this one is. */
  public Parallel branch(int branchThreads) {
    return new Parallel(branchThreads, Optional.of(this));
  }

  /**
   * Ends the work under way from any thread, for good: tasks that have begun are finished, no other
   * is begun, and {@link #run} throws {@link StoppedException}, now and from now on.
   */
  public void stop() {
    stopped = true;
  }

  public boolean isStopped() {
    return stopped || origin.isPresent() && origin.get().isStopped();
  }

  /** Runs {@code task(0) .. task(tasks - 1)}, in any order, and returns when all are done. */
  public void run(int tasks, IntConsumer task) {
    runAll(
        tasks,
        i -> {
          if (isStopped()) {
            throw new StoppedException();
          }
          task.accept(i);
        });
  }

  /** Runs all tasks even when the team is stopped: for changes that must be made whole. */
  public void runWhole(int tasks, IntConsumer task) {
    runAll(tasks, task);
  }

  private void runAll(int tasks, IntConsumer task) {
    int helpers = Math.min(team.length, tasks - 1);
    AtomicInteger next = new AtomicInteger();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch rest = new CountDownLatch(Math.max(helpers, 0));
    Runnable takeTasks =
        () -> {
          for (int i; failure.get() == null && (i = next.getAndIncrement()) < tasks; ) {
            try {
              task.accept(i);
            } catch (Throwable t) {
              failure.compareAndSet(null, t);
            }
          }
        };
    for (int h = 0; h < helpers; h++) {
      work.add(
          () -> {
            takeTasks.run();
            rest.countDown();
          });
    }
    takeTasks.run();
    awaitUninterruptibly(rest);
    rethrow(failure.get());
  }

  /** Lets the threads end; tasks under way are finished first. */
  @Override
  public void close() {
    for (int t = 0; t < team.length; t++) {
      work.add(END);
    }
    boolean interrupted = false;
    for (Thread thread : team) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve() {
    try {
      for (Runnable next = work.take(); next != END; next = work.take()) {
        next.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tasks write to memory their caller may free, so the caller never leaves before they rest. */
  private static void awaitUninterruptibly(CountDownLatch rest) {
    boolean interrupted = false;
    while (true) {
      try {
        rest.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rethrow(Throwable failure) {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
