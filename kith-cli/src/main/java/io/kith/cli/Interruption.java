package io.kith.cli;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-C end training with a checkpoint: the threads are stopped, and the process lives on
 * until the command has come to rest.
 *
 * <p>Before training there is nothing to keep, so no one waits for work that cannot be stopped.
 */
final class Interruption implements AutoCloseable {
  private static final int SECONDS_TO_SAVE = 60;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean training;

  Interruption(Parallel parallel, Path checkpoint, Console console) {
    hook =
        new Thread(
            () -> {
              parallel.stop();
              if (training) {
                awaitEnd();
              }
              console.warn(
                  Files.exists(checkpoint)
                      ? "interrupted; the same command with --resume goes on from "
                          + checkpoint
                          + "."
                      : "interrupted before there was anything to keep.");
            },
            "kith-interrupted");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Passes progress on, and hears from it when training begins. */
  Progress watching(Progress progress) {
    Progress own = (stage, done, total, unit) -> training |= stage.equals("train");
    return own.and(progress);
  }

  private void awaitEnd() {
    try {
      ended.await(SECONDS_TO_SAVE, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has come to rest: a process that is going down need not wait any longer. */
  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is going down, which is what the hook was for
    }
  }
}
