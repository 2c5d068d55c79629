package io.kith.train;

import static io.kith.train.SmallProblem.SEED;
import static io.kith.train.SmallProblem.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.base.StoppedException;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Learner;
import io.kith.learner.Rule;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for workers of every kind. */
class WorkersTest {
  private static final int LONG = 100_000;

  @ParameterizedTest
  @EnumSource(Sync.class)
  void theyLearn(Sync sync) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(2)) {
      TrainingHistory history =
          problem.train(
              new Trainer(
                  options(4, sync)
                      .withEpochs(30)
                      .withLearningRate(0.01)
                      .withWorkers(options(4, sync).workers().withLocalSteps(2)),
                  SEED,
                  parallel));
      assertThat(history.epochs().get(29).loss().supervised())
          .isLessThan(0.5 * history.epochs().get(0).loss().supervised());
      assertThat(history.best().validationAccuracy()).isGreaterThan(0.9);
    }
  }

  @ParameterizedTest
  @EnumSource(Sync.class)
  void aFailureOfOneWorkerStopsTheOthersAtOnceAndIsTheCause(Sync sync) {
    CountDownLatch busy = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    BiConsumer<Seed, Parallel> fate =
        (noise, parallel) -> {
          if (calls.incrementAndGet() == 1) {
            parallel.run(
                LONG,
                task -> {
                  busy.countDown();
                  done.incrementAndGet();
                  spin(100_000);
                });
          } else {
            await(busy);
            throw new IllegalStateException("worker broke");
          }
        };
    assertThatThrownBy(() -> train(sync, fate))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("worker broke");
    assertThat(done.get()).isLessThan(LONG);
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("kith-worker"));
  }

  @ParameterizedTest
  @EnumSource(Sync.class)
  void stoppedWorkersComeToRestAndLeaveTheParametersAlone(Sync sync) {
    CountDownLatch busy = new CountDownLatch(2);
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(2)) {
      float[] before = problem.parameters();
      Thread stopper =
          new Thread(
              () -> {
                await(busy);
                parallel.stop();
              });
      stopper.start();
      Learner endless =
          new Fated(
              problem.network,
              (noise, threads) ->
                  threads.run(
                      LONG,
                      task -> {
                        busy.countDown();
                        spin(100_000);
                      }));
      assertThatThrownBy(
              () ->
                  new Trainer(options(2, sync), SEED, parallel)
                      .train(
                          problem.task(endless, problem.objective),
                          TrainingListener.NONE,
                          Progress.NONE))
          .isInstanceOf(StoppedException.class);
      assertThat(problem.parameters()).isEqualTo(before);
    }
  }

  @Test
  void aLearnerThatCannotBeCopiedSaysWhichOptionToLeaveAlone() {
    try (SmallProblem problem = new SmallProblem(Rule.SGD);
        Parallel parallel = new Parallel(1)) {
      Learner single = new Single(problem.network);
      for (Sync sync : Sync.values()) {
        assertThatThrownBy(
                () ->
                    new Trainer(options(2, sync), SEED, parallel)
                        .train(
                            problem.task(single, problem.objective),
                            TrainingListener.NONE,
                            Progress.NONE))
            .hasMessageContaining(sync == Sync.SYNCHRONOUS ? "--workers" : "--sync");
      }
    }
  }

  private static void train(Sync sync, BiConsumer<Seed, Parallel> fate) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAM);
        Parallel parallel = new Parallel(2)) {
      new Trainer(options(2, sync), SEED, parallel)
          .train(
              problem.task(new Fated(problem.network, fate), problem.objective),
              TrainingListener.NONE,
              Progress.NONE);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void spin(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  /** A learner to which something happens before every forward pass. */
  static final class Fated extends Single {
    private final BiConsumer<Seed, Parallel> fate;

    Fated(Learner learner, BiConsumer<Seed, Parallel> fate) {
      super(learner);
      this.fate = fate;
    }

    @Override
    public FloatMatrix forward(FloatMatrix features, Seed noise, Parallel parallel) {
      fate.accept(noise, parallel);
      return super.forward(features, noise, parallel);
    }

    @Override
    public Learner replica() {
      return new Fated(learner.replica(), fate);
    }

    @Override
    public Learner twin() {
      return new Fated(learner.twin(), fate);
    }
  }

  /** A learner as others write them, with neither replica nor twin. */
  static class Single implements Learner {
    final Learner learner;

    Single(Learner learner) {
      this.learner = learner;
    }

    @Override
    public int inputs() {
      return learner.inputs();
    }

    @Override
    public int classes() {
      return learner.classes();
    }

    @Override
    public FloatMatrix forward(FloatMatrix features, Seed noise, Parallel parallel) {
      return learner.forward(features, noise, parallel);
    }

    @Override
    public void backward(FloatMatrix logitGradient, Parallel parallel) {
      learner.backward(logitGradient, parallel);
    }

    @Override
    public void predict(FloatMatrix features, FloatMatrix logP, Parallel parallel) {
      learner.predict(features, logP, parallel);
    }

    @Override
    public FloatMatrix parameters() {
      return learner.parameters();
    }

    @Override
    public FloatMatrix gradient() {
      return learner.gradient();
    }

    @Override
    public void close() {
      learner.close();
    }
  }
}
