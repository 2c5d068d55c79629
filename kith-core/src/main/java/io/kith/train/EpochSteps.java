package io.kith.train;

import io.kith.batch.MetaBatch;
import io.kith.batch.Prefetch;
import io.kith.batch.Share;
import io.kith.batch.StepSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/**
 * The steps of an epoch that nobody has begun yet, handed out in order. Not for sharing between
 * threads.
 */
public final class EpochSteps {
  private final StepSource plan;
  private final Prefetch ahead;
  private final TrainingOptions options;
  private final int epoch;
  private final Deque<Long> again;
  private long next;

  /** All steps of an epoch, counted from 1, whose first {@code ahead} hands out next. */
  public static EpochSteps whole(
      StepSource plan, Prefetch ahead, TrainingOptions options, int epoch) {
    long first = (epoch - 1L) * plan.batchCount();
    return new EpochSteps(plan, ahead, options, epoch, List.of(), first);
  }

  /**
   * @param epoch counted from 1
   * @param again steps that were begun before an interruption and are to be taken again, first
   * @param next the number of the step that {@code ahead} hands out first
   */
  EpochSteps(
      StepSource plan,
      Prefetch ahead,
      TrainingOptions options,
      int epoch,
      Collection<Long> again,
      long next) {
    this.plan = plan;
    this.ahead = ahead;
    this.options = options;
    this.epoch = epoch;
    this.again = new ArrayDeque<>(again);
    this.next = next;
  }

  /** Counted from 1. */
  public int epoch() {
    return epoch;
  }

  public int left() {
    return again.size() + (int) ((long) epoch * plan.batchCount() - next);
  }

  /** The next steps, as many as are left. */
  public List<Step> next(int atMost) {
    List<Step> taken = new ArrayList<>();
    while (taken.size() < atMost && left() > 0) {
      taken.add(next());
    }
    return taken;
  }

  public Step next() {
    if (again.isEmpty()) {
      return step(next++, ahead.next());
    }
    long number = again.remove();
    int stepOfEpoch = (int) (number % plan.batchCount());
    return step(number, plan.epoch(epoch - 1).step(stepOfEpoch));
  }

  /**
   * What ranks take up together.
   *
   * @param steps how many: as many as there are ranks, or as were left
   * @param own the one to be computed here, at the rate of the first of them
   */
  record Round(int steps, Step own) {}

  /**
   * Takes up the steps of all ranks. Nobody but ranks takes steps from an epoch that they share.
   */
  Round round(Share share) {
    if (!again.isEmpty()) {
      throw new IllegalStateException("ranks leave no steps to be taken again");
    }
    int steps = Math.min(share.ranks(), left());
    double rate = rate(next);
    Step own = new Step(next + share.step(0, steps), ahead.next(), rate);
    next += steps;
    return new Round(steps, own);
  }

  private Step step(long number, MetaBatch batch) {
    return new Step(number, batch, rate(number));
  }

  private double rate(long number) {
    return options.rate((double) number / plan.batchCount());
  }
}
