package io.kith.train;

import static io.kith.train.SmallProblem.SEED;
import static io.kith.train.SmallProblem.options;
import static io.kith.train.SmallProblem.train;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Rule;
import io.kith.objective.LossTerms;
import io.kith.objective.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AsynchronousWorkersTest {
  private static TrainingOptions bounded(int workers, Sync sync, int staleness) {
    TrainingOptions options = options(workers, sync);
    return options.withWorkers(options.workers().withStaleness(staleness));
  }

  @ParameterizedTest
  @EnumSource(
      value = Sync.class,
      names = {"ASYNCHRONOUS", "IN_TURN"})
  void oneWorkerAloneIsTheOneWorker(Sync sync) {
    assertThat(train(Rule.ADAM, options(1, sync).withEpochs(2), 1))
        .isEqualTo(train(Rule.ADAM, options().withEpochs(2), 1));
  }

  @Test
  void workersThatMayNeverBeStaleWorkOneAfterTheOther() {
    assertThat(train(Rule.ADAM, bounded(4, Sync.ASYNCHRONOUS, 0), 4))
        .isEqualTo(train(Rule.ADAM, options(), 1));
  }

  /** With 3 workers, the gradient of step n is that of the parameters after step n − 3. */
  @ParameterizedTest
  @CsvSource({"3, 100, 2", "3, 2, 2", "4, 1, 1", "8, 5, 5"})
  void inTurnIsStaleDescentByHand(int workers, int bound, int staleness) {
    List<Integer> seen = new ArrayList<>();
    float[] trained;
    try (SmallProblem problem = new SmallProblem(Rule.ADAGRAD);
        Parallel parallel = new Parallel(2)) {
      problem.train(
          new Trainer(bounded(workers, Sync.IN_TURN, bound), SEED, parallel)
              .withWorkers(Watched.by(update -> seen.add(update.staleness()))));
      trained = problem.parameters();
    }
    assertThat(trained).containsExactly(staleByHand(staleness), within(1e-6f));
    for (int n = 0; n < seen.size(); n++) {
      assertThat(seen.get(n)).isEqualTo(Math.min(n, staleness));
    }
  }

  @Test
  void inTurnTheNumberOfThreadsDoesNotMatter() {
    TrainingOptions options = options(4, Sync.IN_TURN).withEpochs(3);
    assertThat(train(Rule.ADAM, options, 4)).isEqualTo(train(Rule.ADAM, options, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void noGradientIsStalerThanAllowed(int bound) {
    for (int repetition = 0; repetition < 5; repetition++) {
      List<Integer> seen = new ArrayList<>();
      try (SmallProblem problem = new SmallProblem(Rule.SGD);
          Parallel parallel = new Parallel(4)) {
        TrainingOptions options = bounded(4, Sync.ASYNCHRONOUS, bound).withEpochs(3);
        Objective uneven = new Uneven(problem.objective);
        new Trainer(options, SEED, parallel)
            .withWorkers(Watched.by(update -> seen.add(update.staleness())))
            .train(
                problem.task(problem.network, uneven),
                TrainingListener.NONE,
                io.kith.base.Progress.NONE);
      }
      assertThat(seen).hasSize(3 * SmallProblem.STEPS).allMatch(s -> s <= bound);
      assertThat(seen).anyMatch(s -> s > 0);
    }
  }

  @Test
  void everyBatchIsTrainedOnOnceAnEpoch() {
    ConcurrentHashMap<MetaBatch, AtomicInteger> seen = new ConcurrentHashMap<>();
    try (SmallProblem problem = new SmallProblem(Rule.SGD);
        Parallel parallel = new Parallel(3)) {
      Objective counting =
          new Uneven(problem.objective) {
            @Override
            public LossTerms evaluate(FloatMatrix logP, MetaBatch batch, FloatMatrix gradient) {
              seen.computeIfAbsent(batch, b -> new AtomicInteger()).incrementAndGet();
              return super.evaluate(logP, batch, gradient);
            }
          };
      new Trainer(options(3, Sync.ASYNCHRONOUS).withEpochs(2), SEED, parallel)
          .train(
              problem.task(problem.network, counting),
              TrainingListener.NONE,
              io.kith.base.Progress.NONE);
    }
    assertThat(seen).hasSize(2 * SmallProblem.STEPS);
    assertThat(seen.values()).allMatch(count -> count.get() == 1);
  }

  /** Keeps every version of the parameters and goes back to the right one for each gradient. */
  private static float[] staleByHand(int staleness) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAGRAD);
        Parallel parallel = new Parallel(1)) {
      MetaBatchPlan.Epoch batches = problem.plan.epoch(0);
      FloatMatrix parameters = problem.network.parameters();
      List<float[]> versions = new ArrayList<>(List.of(SmallProblem.copy(parameters)));
      for (int n = 0; n < batches.steps(); n++) {
        parameters.setRow(0, versions.get(Math.max(0, n - staleness)));
        SynchronousWorkersTest.gradient(problem, batches.step(n), n, parallel);
        parameters.setRow(0, versions.get(n));
        problem.optimizer.step(parameters, problem.network.gradient(), 0.05, parallel);
        versions.add(SmallProblem.copy(parameters));
      }
      return problem.parameters();
    }
  }

  /** Some batches take much longer than others. */
  private static class Uneven implements Objective {
    private final Objective objective;

    Uneven(Objective objective) {
      this.objective = objective;
    }

    @Override
    public LossTerms evaluate(FloatMatrix logP, MetaBatch batch, FloatMatrix gradient) {
      long until = System.nanoTime() + (batch.row(0) % 3 == 0 ? 4_000_000 : 0);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      return objective.evaluate(logP, batch, gradient);
    }

    @Override
    public double penalize(FloatMatrix parameters, FloatMatrix gradient) {
      return objective.penalize(parameters, gradient);
    }
  }
}
