package io.kith.train;

import java.util.concurrent.atomic.LongAdder;

/** Adds up what threads do with their time. Threads may share it. */
final class WorkClock {
  private final LongAdder computing = new LongAdder();
  private final LongAdder averaging = new LongAdder();
  private final LongAdder stepping = new LongAdder();
  private final LongAdder present = new LongAdder();

  void computed(long since) {
    computing.add(System.nanoTime() - since);
  }

  void averaged(long since, int threads) {
    averaging.add(threads * (System.nanoTime() - since));
  }

  void stepped(long since, int threads) {
    stepping.add(threads * (System.nanoTime() - since));
  }

  /** All threads were there, working or not. */
  void passed(long since, int threads) {
    present.add(threads * (System.nanoTime() - since));
  }

  WorkTime time() {
    long busy = computing.sum() + averaging.sum() + stepping.sum();
    return new WorkTime(
        computing.sum() / 1e9,
        averaging.sum() / 1e9,
        stepping.sum() / 1e9,
        Math.max(0, present.sum() - busy) / 1e9);
  }
}
