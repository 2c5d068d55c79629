package io.kith.spark.train;

import io.kith.base.BadInputException;
import io.kith.batch.MetaBatch;
import io.kith.engine.FloatMatrix;
import io.kith.objective.LossTerms;
import io.kith.objective.Objective;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/**
 * What happens to one rank in the middle of training, so many times; notes of it are left in a
 * folder that all processes of the test share.
 *
 * @param step of the attempt, counted from 1
 * @param times how many attempts are struck
 */
record Mishap(Kind kind, int rank, int step, int times, String folder) implements Serializable {
  static final Mishap NONE = new Mishap(Kind.NONE, -1, 0, 0, "");

  enum Kind {
    NONE,
    /** An exception that another attempt may not meet. */
    THROWS,
    /** One that every attempt would meet. */
    REFUSES,
    /** A loss that is not a number. */
    DIVERGES,
    /** Waits for good, unless it is interrupted. */
    HANGS,
    /** Waits for good. */
    HANGS_DEAF
  }

  /** Leaves a note of the process that is struck, in its file {@code struck-N}. */
  Path note(int number) {
    return Path.of(folder, "struck-" + number);
  }

  /** How many steps a rank has computed in all attempts. */
  static long stepsOf(int rank, Path folder) throws IOException {
    return Files.size(folder.resolve("steps-" + rank));
  }

  void opening(int opened) {
    if (kind == Kind.REFUSES && opened == rank) {
      strike();
    }
  }

  Objective striking(Objective objective, int opened) {
    return kind == Kind.NONE ? objective : new Struck(objective, opened);
  }

  private final class Struck implements Objective {
    private final Objective objective;
    private final int own;
    private int steps;

    Struck(Objective objective, int own) {
      this.objective = objective;
      this.own = own;
    }

    @Override
    public LossTerms evaluate(FloatMatrix logP, MetaBatch batch, FloatMatrix gradient) {
      append(Path.of(folder, "steps-" + own), ".");
      LossTerms terms = objective.evaluate(logP, batch, gradient);
      boolean struck = ++steps == step && own == rank && strike();
      return struck && kind == Kind.DIVERGES ? terms.times(Double.NaN) : terms;
    }

    @Override
    public double penalize(FloatMatrix parameters, FloatMatrix gradient) {
      return objective.penalize(parameters, gradient);
    }
  }

  private boolean strike() {
    int number = 0;
    while (Files.exists(note(number))) {
      number++;
    }
    if (number == times) {
      return false;
    }
    append(note(number), String.valueOf(ProcessHandle.current().pid()));
    switch (kind) {
      case THROWS -> throw new IllegalStateException("mishap " + number);
      case REFUSES -> throw new BadInputException("the data cannot be used: mishap " + number);
      case HANGS, HANGS_DEAF -> hang();
      default -> {}
    }
    return true;
  }

  private void hang() {
    while (kind == Kind.HANGS_DEAF || !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(10_000_000);
    }
    throw new IllegalStateException("interrupted while hanging");
  }

  private static void append(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
