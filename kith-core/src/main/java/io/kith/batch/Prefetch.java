package io.kith.batch;

import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;

/**
 * Assembles the batches of all epochs in order, on a thread of its own that runs a few steps ahead.
 *
 * <p>The batches are those of {@link StepSource#epoch}, whoever assembles them. An exception in the
 * thread reaches the caller of {@link #next} in the place of the batch it struck. One thread may
 * call {@link #next}; closing ends and joins the other.
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
  public Prefetch(StepSource source, int epochs, long taken, int atOnce) {
    this(source, epochs, taken, atOnce, Share.ALL);
  }

  /** The same, assembling only one's share; rounds begin with the first step not taken. */
  public Prefetch(StepSource source, int epochs, long taken, int atOnce, Share share) {
    this(
        new Walk(source, taken, share),
        rounds(source.batchCount(), epochs, taken, share),
        share.rounds(atOnce));
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

  private static long rounds(int batches, int epochs, long taken, Share share) {
    long wholeEpochs = epochs - 1 - taken / batches;
    int leftOfFirst = (int) (batches - taken % batches);
    return share.rounds(leftOfFirst) + wholeEpochs * share.rounds(batches);
  }

  /** Goes through one's steps of epoch after epoch. */
  private static final class Walk implements Supplier<MetaBatch> {
    private final StepSource source;
    private final Share share;
    private StepSource.Epoch epoch;
    private int number;
    private int begun; // steps of the epoch that were taken before
    private int round;

    Walk(StepSource source, long taken, Share share) {
      this.source = source;
      this.share = share;
      this.number = (int) (taken / source.batchCount());
      this.begun = (int) (taken % source.batchCount());
    }

    @Override
    public MetaBatch get() {
      if (epoch == null) {
        epoch = source.epoch(number);
      } else if (round == share.rounds(source.batchCount() - begun)) {
        epoch = source.epoch(++number);
        begun = 0;
        round = 0;
      }
      return epoch.step(begun + share.step(round++, source.batchCount() - begun));
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
