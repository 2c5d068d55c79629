package io.kith.train;

import static io.kith.train.SmallProblem.SEED;
import static io.kith.train.SmallProblem.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Rule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.javacpp.indexer.DoubleIndexer;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers that share nothing but a network connection, here between threads. */
class RankedWorkerTest {
  @TempDir Path folder;

  @Test
  void ranksEndWhereThreadsDo() throws Exception {
    int ranks = 3; // 16 steps an epoch: the last update has one
    TrainingOptions options = options(ranks, Sync.SYNCHRONOUS).withEpochs(2);
    Ended threads = onThreads(options);
    List<FutureTask<Ended>> all = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      int rank = r;
      all.add(started(() -> trainRank(rank, options)));
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

  private Ended trainRank(int rank, TrainingOptions options) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(1);
        AllReduce exchange =
            new AllReduce(folder, rank, options.workers().count(), problem.network.gradient())) {
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

  /** The engine's collectives: each part is summed while the next one is computed. */
  private static final class AllReduce implements Exchange, AutoCloseable {
    private final FloatMatrix gradient;
    private final FileStore store;
    private final ProcessGroupGloo group;
    private final List<Work> parts = new ArrayList<>();
    private int workers;

    AllReduce(Path folder, int rank, int ranks, FloatMatrix gradient) {
      Engine.require();
      this.gradient = gradient;
      ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create(new Milliseconds(20_000));
      options.devices().push_back(ProcessGroupGloo.createDeviceForHostname("127.0.0.1"));
      store = new FileStore(folder.resolve("store").toString(), ranks);
      group = new ProcessGroupGloo(store, rank, ranks, options);
    }

    @Override
    public void begin(int participants) {
      workers = participants;
      parts.clear();
    }

    @Override
    public void offer(int worker, int from, int to) {
      parts.add(group.allreduce(new TensorVector(gradient.tensor().narrow(1, from, to - from))));
    }

    @Override
    public void complete() {
      parts.forEach(Work::_wait);
      try (PointerScope scope = Engine.scope()) {
        gradient.tensor().mul_(new Scalar(1f / workers));
      }
    }

    @Override
    public void addUp(double[] values) {
      try (PointerScope scope = Engine.scope()) {
        Tensor sum = Tensor.create(values);
        group.allreduce(new TensorVector(sum))._wait();
        DoubleIndexer all = sum.createIndexer();
        all.get(0, values);
      }
    }

    @Override
    public void fail() {}

    /** Threads of the group that outlive the test could be in the way of the process's end. */
    @Override
    public void close() {
      group.close();
      store.close();
    }
  }
}
