package io.kith.train;

import static io.kith.train.SmallProblem.options;
import static io.kith.train.SmallProblem.train;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.batch.MetaBatchPlan;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Optimizer;
import io.kith.learner.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalWorkersTest {
  private static TrainingOptions local(int workers, int steps) {
    return options()
        .withWorkers(
            WorkerOptions.defaults().withCount(workers).withSync(Sync.LOCAL).withLocalSteps(steps));
  }

  /** θ − η v is linear in the gradient, so the mean of the steps is the step of the mean. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void roundsOfOneStepAreSynchronousTrainingForSgd(int workers) {
    TrainingOptions synchronous = options(workers, Sync.SYNCHRONOUS).withEpochs(2);
    assertThat(train(Rule.SGD, local(workers, 1).withEpochs(2), 2))
        .containsExactly(train(Rule.SGD, synchronous, 2), within(2e-6f));
  }

  @Test
  void roundsOfSeveralStepsAreNot() {
    float[] synchronous = train(Rule.SGD, options(2, Sync.SYNCHRONOUS), 2);
    float[] local = train(Rule.SGD, local(2, 4), 2);
    double furthest = 0;
    for (int i = 0; i < local.length; i++) {
      furthest = Math.max(furthest, Math.abs(local[i] - synchronous[i]));
    }
    assertThat(furthest).isGreaterThan(1e-3);
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void aRoundIsWhatItIsByHand(Rule rule) {
    assertThat(train(rule, local(3, 2), 3)).containsExactly(byHand(rule, 3, 2), within(1e-6f));
  }

  @Test
  void oneWorkerAloneIsTheOneWorker() {
    assertThat(train(Rule.ADAM, local(1, 4), 1)).isEqualTo(train(Rule.ADAM, options(), 1));
  }

  @Test
  void theNumberOfThreadsDoesNotMatter() {
    assertThat(train(Rule.ADAM, local(3, 4), 1)).isEqualTo(train(Rule.ADAM, local(3, 4), 7));
  }

  @Test
  void postLocalTrainingBeginsSynchronously() {
    TrainingOptions post = local(2, 4).withWorkers(local(2, 4).workers().withLocalAfter(1));
    TrainingOptions synchronous = options(2, Sync.SYNCHRONOUS);
    assertThat(train(Rule.ADAM, post, 2)).isEqualTo(train(Rule.ADAM, synchronous, 2));
    assertThat(train(Rule.ADAM, post.withEpochs(2), 2))
        .isNotEqualTo(train(Rule.ADAM, synchronous.withEpochs(2), 2))
        .isNotEqualTo(train(Rule.ADAM, local(2, 4).withEpochs(2), 2));
  }

  /** One worker after the other from the same parameters, then means in plain Java. */
  private static float[] byHand(Rule rule, int k, int h) {
    try (SmallProblem problem = new SmallProblem(rule);
        Parallel parallel = new Parallel(1)) {
      MetaBatchPlan.Epoch batches = problem.plan.epoch(0);
      FloatMatrix parameters = problem.network.parameters();
      for (int first = 0; first < batches.steps(); first += k * h) {
        int last = Math.min(batches.steps(), first + k * h);
        float[] start = SmallProblem.copy(parameters);
        int workers = Math.min(k, last - first);
        List<List<float[]>> ends = new ArrayList<>();
        long longest = 0;
        List<FloatMatrix> memory = problem.optimizer.state();
        for (int w = 0; w < workers; w++) {
          parameters.setRow(0, start);
          try (Optimizer own = problem.optimizer.twin()) {
            for (int step = first + w; step < last; step += k) {
              SynchronousWorkersTest.gradient(problem, batches.step(step), step, parallel);
              own.step(parameters, problem.network.gradient(), 0.05, parallel);
            }
            List<float[]> end = new ArrayList<>(List.of(SmallProblem.copy(parameters)));
            own.state().forEach(vector -> end.add(SmallProblem.copy(vector)));
            ends.add(end);
            longest = Math.max(longest, own.steps());
          }
        }
        parameters.setRow(0, mean(ends, 0));
        for (int v = 0; v < memory.size(); v++) {
          memory.get(v).setRow(0, mean(ends, v + 1));
        }
        problem.optimizer.resumeAt(longest);
      }
      return problem.parameters();
    }
  }

  private static float[] mean(List<List<float[]>> ends, int vector) {
    float[] mean = new float[ends.get(0).get(vector).length];
    for (int i = 0; i < mean.length; i++) {
      double sum = 0;
      for (List<float[]> end : ends) {
        sum += end.get(vector)[i];
      }
      mean[i] = (float) (sum / ends.size());
    }
    return mean;
  }
}
