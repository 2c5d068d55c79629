package io.kith.spark.train;

import io.kith.base.Parallel;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;

/**
 * Does the work of a Spark task on a thread of its own and watches it, so that the task ends when
 * Spark says so, or when there has been no sign of life for too long, whatever the work hangs in.
 * Otherwise its slot would be taken for ever, and the stage could not be tried again.
 */
final class Supervision {
  private static final long LOOK_MS = 100;
  private static final long GRACE_MS = 10_000;

  private final TaskContext context;
  private final Duration longestSilence;
  private final Parallel threads;
  private volatile long lastSign = System.nanoTime();
  private volatile String doing = "starting";

  /** The work, which gives signs of life. */
  @FunctionalInterface
  interface Work<T> {
    T run(Supervision watch);
  }

  /**
   * @param threads those the work computes with, to be stopped when it is to end
   */
  Supervision(TaskContext context, Duration longestSilence, Parallel threads) {
    this.context = context;
    this.longestSilence = longestSilence;
    this.threads = threads;
  }

  /** A sign of life. */
  void doing(String what) {
    doing = what;
    lastSign = System.nanoTime();
  }

  <T> T run(Work<T> work) {
    FutureTask<T> result = new FutureTask<>(() -> work.run(this));
    Thread worker = new Thread(result, "kith-rank-" + context.partitionId());
    worker.setDaemon(true);
    worker.start();
    try {
      while (true) {
        try {
          return result.get(LOOK_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          look();
        }
      }
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } catch (InterruptedException e) {
      end(worker);
      throw new TaskKilledException("interrupted while " + doing);
    } catch (TaskKilledException | StalledException e) {
      end(worker);
      throw e;
    }
  }

  private void look() {
    if (context.isInterrupted()) {
      throw new TaskKilledException("killed while " + doing);
    }
    double silence = (System.nanoTime() - lastSign) / 1e9;
    if (silence > longestSilence.toMillis() / 1e3) {
      throw new StalledException(String.format("no progress for %.0f s while %s", silence, doing));
    }
  }

  /** Asks the work to end, and waits for a moment only: it may not be able to. */
  private void end(Thread worker) {
    threads.stop();
    worker.interrupt();
    try {
      worker.join(GRACE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static RuntimeException thrown(Throwable cause) {
    if (cause instanceof Error e) {
      throw e;
    }
    return cause instanceof RuntimeException e ? e : new IllegalStateException(cause);
  }

  /** The work hangs. */
  static final class StalledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StalledException(String message) {
      super(message);
    }
  }
}
