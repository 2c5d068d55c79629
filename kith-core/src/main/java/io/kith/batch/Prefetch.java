package io.kith.batch;

import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;

/**
 * Assembles the batches of all epochs in order, on a thread of its own that runs a few steps ahead.
 *
 * <p>The batches are those of {@link MetaBatchPlan#epoch}, whoever assembles them. An exception in
 * the thread reaches the caller of {@link #next} in the place of the batch it struck. One thread
 * may call {@link #next}; closing ends and joins the other.
 */
public final class Prefetch implements AutoCloseable {
  private static final int FEWEST_AHEAD = 16;

  private final ArrayBlockingQueue<Item> assembled;
  private final Supplier<MetaBatch> source;
  private final long steps;
  private final Thread assembler;
  private long left;

  /** A batch, or why there is none. */
  private record Item(MetaBatch batch, Throwable failure) {}

  /**
   * Begins with a step in the middle, as a resumed run does.
   *
   * @param taken how many steps, of all epochs, are done already
   * @param atOnce how many batches are taken in one go: the next ones are assembled meanwhile
   */
  public Prefetch(MetaBatchPlan plan, int epochs, long taken, int atOnce) {
    this(new Walk(plan, taken), (long) epochs * plan.batchCount() - taken, atOnce);
  }

  Prefetch(Supplier<MetaBatch> source, long steps, int atOnce) {
    this.assembled = new ArrayBlockingQueue<>(Math.max(FEWEST_AHEAD, atOnce));
    this.source = source;
    this.steps = steps;
    this.left = steps;
    this.assembler = new Thread(this::assemble, "kith-batches");
    assembler.setDaemon(true);
    assembler.start();
  }

  /** Goes through the steps of epoch after epoch. */
  private static final class Walk implements Supplier<MetaBatch> {
    private final MetaBatchPlan plan;
    private MetaBatchPlan.Epoch epoch;
    private int number;
    private int step;

    Walk(MetaBatchPlan plan, long taken) {
      this.plan = plan;
      this.number = (int) (taken / plan.batchCount());
      this.step = (int) (taken % plan.batchCount());
    }

    @Override
    public MetaBatch get() {
      if (epoch == null) {
        epoch = plan.epoch(number);
      } else if (step == epoch.steps()) {
        epoch = plan.epoch(++number);
        step = 0;
      }
      return epoch.step(step++);
    }
  }

  /** The batch of the next step; an epoch's first follows on the last of the epoch before. */
  public MetaBatch next() {
    if (left == 0) {
      throw new NoSuchElementException("all " + steps + " steps have been taken");
    }
    Item item;
    try {
      item = assembled.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a batch", e);
    }
    if (item.failure instanceof RuntimeException e) {
      left = 0;
      throw e;
    }
    if (item.failure instanceof Error e) {
      left = 0;
      throw e;
    }
    left--;
    return item.batch;
  }

  /** Ends the thread, also in the middle of an epoch, and waits until it has ended. */
  @Override
  public void close() {
    boolean interrupted = false;
    assembler.interrupt();
    while (assembler.isAlive()) {
      try {
        assembler.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void assemble() {
    try {
      try {
        for (long step = 0; step < steps; step++) {
          assembled.put(new Item(source.get(), null));
        }
      } catch (RuntimeException | Error e) {
        assembled.put(new Item(null, e));
      }
    } catch (InterruptedException e) {
      // closed: no one waits for the rest
    }
  }
}
