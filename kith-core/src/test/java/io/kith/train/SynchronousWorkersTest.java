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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SynchronousWorkersTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void kWorkersTakeExactlyTheStepOfOneOnTheAverageOfTheirBatches(int k) {
    float[] together = train(Rule.ADAGRAD, options(k, Sync.SYNCHRONOUS), k);
    assertThat(together).containsExactly(averagedByHand(k), within(1e-6f));
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void theNumberOfThreadsDoesNotChangeWhatKWorkersDo(Rule rule) {
    TrainingOptions four = options(4, Sync.SYNCHRONOUS).withClip(0.5);
    float[] one = train(rule, four, 1);
    assertThat(train(rule, four, 3)).isEqualTo(one); // fewer than workers
    assertThat(train(rule, four, 9)).isEqualTo(one); // two each
    assertThat(train(rule, options(), 1)).isNotEqualTo(one);
  }

  @Test
  void anEpochThatDoesNotDivideEvenlyEndsWithASmallerUpdate() {
    List<Integer> sizes = new ArrayList<>();
    try (SmallProblem problem = new SmallProblem(Rule.SGD);
        Parallel parallel = new Parallel(2)) {
      problem.train(
          new Trainer(options(5, Sync.SYNCHRONOUS), SEED, parallel)
              .withWorkers(Watched.by(update -> sizes.add(update.steps()))));
    }
    assertThat(sizes).containsExactly(5, 5, 5, 1);
  }

  @Test
  void timeIsAccountedFor() {
    try (SmallProblem problem = new SmallProblem(Rule.SGD);
        Parallel parallel = new Parallel(2)) {
      Watched[] watched = new Watched[1];
      long began = System.nanoTime();
      problem.train(
          new Trainer(options(2, Sync.SYNCHRONOUS), SEED, parallel)
              .withWorkers(
                  (task, how, noise, threads) -> {
                    watched[0] =
                        new Watched(Workers.threads(task, how, noise, threads), update -> {});
                    return watched[0];
                  }));
      double wall = (System.nanoTime() - began) / 1e9;
      WorkTime time = watched[0].time();
      assertThat(time.computing()).isPositive();
      assertThat(time.stepping()).isPositive();
      assertThat(time.total()).isLessThanOrEqualTo(2 * wall);
      assertThat(time.synchronizing()).isBetween(0.0, 1.0);
    }
  }

  /** One learner, batch after batch: gradients added up in plain Java, one step for every k. */
  private static float[] averagedByHand(int k) {
    try (SmallProblem problem = new SmallProblem(Rule.ADAGRAD);
        Parallel parallel = new Parallel(1)) {
      MetaBatchPlan.Epoch batches = problem.plan.epoch(0);
      int count = problem.network.parameters().columns();
      for (int step = 0; step < batches.steps(); step += k) {
        double[] sum = new double[count];
        for (int w = 0; w < k; w++) {
          gradient(problem, batches.step(step + w), step + w, parallel);
          for (int i = 0; i < count; i++) {
            sum[i] += problem.network.gradient().get(0, i);
          }
        }
        for (int i = 0; i < count; i++) {
          problem.network.gradient().set(0, i, (float) (sum[i] / k));
        }
        problem.optimizer.step(
            problem.network.parameters(), problem.network.gradient(), 0.05, parallel);
      }
      return problem.parameters();
    }
  }

  /** Leaves the gradient of a batch in the problem's network. */
  static void gradient(SmallProblem problem, MetaBatch batch, long number, Parallel parallel) {
    try (FloatMatrix slope = FloatMatrix.allocate(batch.size(), 2);
        FloatMatrix x = problem.features.gather(batch.rows(), parallel);
        FloatMatrix logP =
            problem.network.forward(x, SEED.derive("dropout").derive(number), parallel)) {
      problem.objective.evaluate(logP, batch, slope);
      problem.network.backward(slope, parallel);
    }
  }
}
