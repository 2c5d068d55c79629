package io.kith.train;

import static io.kith.train.SmallProblem.SEED;
import static io.kith.train.SmallProblem.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Workers that share nothing but an exchange, here between threads. (Over a network, in processes:
 * kith-spark.)
 */
class RankedWorkerTest {
  @Test
  void ranksEndWhereThreadsDo() throws Exception {
    int ranks = 3; // 16 steps an epoch: the last update has one
    TrainingOptions options = options(ranks, Sync.SYNCHRONOUS).withEpochs(2);
    Ended threads = onThreads(options);
    Table table = new Table(ranks);
    List<FutureTask<Ended>> all = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      int rank = r;
      all.add(started(() -> trainRank(rank, table, options)));
    }
    for (FutureTask<Ended> each : all) {
      assertThat(each.get().parameters).containsExactly(threads.parameters, within(1e-5f));
      assertSame(each.get().history, threads.history);
    }
    assertThat(all.get(1).get().parameters).isEqualTo(all.get(0).get().parameters);
  }

  /** Where training ended, and how it went. */
  private record Ended(float[] parameters, TrainingHistory history) {}

  /** Every rank knows the loss of all, and what rank 0 found on the validation rows. */
  private static void assertSame(TrainingHistory history, TrainingHistory expected) {
    assertThat(history.bestEpoch()).isEqualTo(expected.bestEpoch());
    for (int e = 0; e < expected.epochs().size(); e++) {
      EpochSummary known = history.epochs().get(e);
      EpochSummary right = expected.epochs().get(e);
      assertThat(known.loss().total()).isCloseTo(right.loss().total(), within(1e-5));
      assertThat(known.validationAccuracy()).isEqualTo(right.validationAccuracy());
      assertThat(known.validationLogLoss()).isCloseTo(right.validationLogLoss(), within(1e-5));
    }
  }

  private static Ended onThreads(TrainingOptions options) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(3)) {
      TrainingHistory history = problem.train(new Trainer(options, SEED, parallel));
      return new Ended(problem.parameters(), history);
    }
  }

  @Test
  void ranksAreSynchronousOnly() {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(1)) {
      Exchange unused = new SharedMean(List.of(problem.network.gradient()), new WorkClock());
      assertThatThrownBy(
              () ->
                  problem.train(
                      new Trainer(options(2, Sync.LOCAL), SEED, parallel)
                          .withWorkers(Workers.ranked(0, unused))))
          .hasMessageContaining("leave --sync at synchronous");
    }
  }

  private static Ended trainRank(int rank, Table table, TrainingOptions options) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(1)) {
      Exchange exchange = new Summing(rank, table, problem.network.gradient(), new int[2]);
      TrainingHistory history =
          problem.train(
              new Trainer(options, SEED, parallel).withWorkers(Workers.ranked(rank, exchange)));
      return new Ended(problem.parameters(), history);
    }
  }

  private static <T> FutureTask<T> started(Callable<T> call) {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task, "rank");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** What ranks have in common: the place where they put their parts down and take the sum up. */
  private static final class Table {
    private final CyclicBarrier all;
    private final double[][] laid;

    Table(int ranks) {
      all = new CyclicBarrier(ranks);
      laid = new double[ranks][];
    }

    double[] sum(int rank, double[] own) {
      laid[rank] = own.clone();
      await();
      double[] sum = new double[own.length];
      for (double[] part : laid) {
        for (int i = 0; i < sum.length; i++) {
          sum[i] += part[i];
        }
      }
      await();
      return sum;
    }

    private void await() {
      try {
        all.await(20, TimeUnit.SECONDS);
      } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
        throw new IllegalStateException("another rank did not come", e);
      }
    }
  }

  /** Sums over all ranks, each of which has memory of its own. */
  private record Summing(int rank, Table table, FloatMatrix gradient, int[] round)
      implements Exchange {
    private static final int WORKERS = 0;
    private static final int OFFERED = 1;

    @Override
    public void begin(int participants) {
      round[WORKERS] = participants;
      round[OFFERED] = 0;
    }

    @Override
    public void offer(int worker, int from, int to) {
      round[OFFERED] += to - from;
    }

    @Override
    public void complete() {
      assertThat(round[OFFERED]).isEqualTo(gradient.columns());
      float[] own = new float[gradient.columns()];
      gradient.copyRow(0, own);
      double[] sum =
          table.sum(rank, IntStream.range(0, own.length).mapToDouble(i -> own[i]).toArray());
      for (int i = 0; i < own.length; i++) {
        own[i] = (float) (sum[i] / round[WORKERS]);
      }
      gradient.setRow(0, own);
    }

    @Override
    public void addUp(double[] values) {
      System.arraycopy(table.sum(rank, values), 0, values, 0, values.length);
    }

    @Override
    public void fail() {}
  }
}
