package io.kith.train;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.Share;
import io.kith.engine.Engine;
import io.kith.objective.LossTerms;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;

/**
 * One of k synchronous workers, each in a process of its own with the same plan, the same
 * parameters, the same optimizer. Each process assembles and computes the steps of its rank alone;
 * the {@link Exchange} gives all of them the same mean, so all make the same update.
 *
 * <p>An epoch's last update may have fewer steps than ranks. A rank without one repeats another's
 * step and offers zeros instead of the gradient, so that everyone exchanges the same parts.
 *
 * <p>Rank 0 alone judges the learner, and leaves the checkpoints that all ranks go on from.
 */
final class RankedWorker implements Workers {
  private final Task task;
  private final Descent descent;
  private final Parallel parallel;
  private final Share share;
  private final Exchange exchange;
  private final Replica replica;
  private final WorkClock clock = new WorkClock();

  RankedWorker(
      int rank,
      Exchange exchange,
      Task task,
      TrainingOptions options,
      Seed noise,
      Parallel parallel) {
    this.task = task;
    this.descent = new Descent(task, options.clip());
    this.parallel = parallel;
    this.share = new Share(rank, options.workers().count());
    this.exchange = exchange;
    if (options.workers().sync() != Sync.SYNCHRONOUS) {
      throw new BadInputException(
          "workers in processes of their own are synchronous: leave --sync at synchronous.");
    }
    this.replica = new Replica(task, task.learner(), noise);
  }

  @Override
  public int stepsPerUpdate() {
    return share.ranks();
  }

  @Override
  public Share share() {
    return share;
  }

  @Override
  public Update update(EpochSteps steps) {
    EpochSteps.Round round = steps.round(share);
    long began = System.nanoTime();
    LossTerms loss = meanGradient(round);
    long stepping = System.nanoTime();
    LossTerms whole = descent.step(task.learner().gradient(), loss, round.own().rate(), parallel);
    clock.stepped(stepping, 1);
    clock.passed(began, 1);
    return new Update(whole, round.steps(), 0);
  }

  private LossTerms meanGradient(EpochSteps.Round round) {
    boolean spare = share.rank() >= round.steps();
    exchange.begin(round.steps());
    try {
      long since = System.nanoTime();
      LossTerms loss =
          replica.gradient(
              round.own(),
              parallel,
              (from, to) -> {
                if (spare) {
                  clear(from, to);
                }
                exchange.offer(share.rank(), from, to);
              });
      clock.computed(since);
      exchange.complete();
      return mean(spare ? LossTerms.ZERO : loss, round.steps());
    } catch (RuntimeException | Error e) {
      exchange.fail();
      throw e;
    }
  }

  /** All ranks know the loss of all, so that they notice together when training diverges. */
  private LossTerms mean(LossTerms own, int participants) {
    double[] sum = {own.supervised(), own.graph(), own.entropy()};
    exchange.addUp(sum);
    return new LossTerms(sum[0], sum[1], sum[2], 0).times(1.0 / participants);
  }

  private void clear(int from, int to) {
    try (PointerScope scope = Engine.scope()) {
      task.learner().gradient().tensor().narrow(1, from, to - from).zero_();
    }
  }

  @Override
  public void agree(double[] values, Consumer<double[]> measure) {
    if (share.rank() == 0) {
      measure.accept(values);
    }
    exchange.addUp(values);
  }

  @Override
  public boolean canResumeHere() {
    return share.rank() == 0;
  }

  @Override
  public WorkTime time() {
    return clock.time();
  }

  @Override
  public void close() {
    replica.close();
  }
}
