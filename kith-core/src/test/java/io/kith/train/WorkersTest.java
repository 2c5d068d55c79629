package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.LossTerms;
import io.kith.objective.Objective;
import io.kith.objective.ObjectiveOptions;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  private static final Seed SEED = new Seed(21);
  private static final int ROWS = 80;
  private static final Labels LABELS = labels();

  private static Labels labels() {
    int[] classes = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      classes[i] = i % 2;
    }
    return new Labels(classes, List.of("a", "b"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void kWorkersTakeExactlyTheStepOfOneOnTheAverageOfTheirBatches(int k) {
    float[] together = train(k, k, new EntropicGraphObjective(ObjectiveOptions.defaults()));
    float[] alone = averagedByHand(k);
    for (int i = 0; i < alone.length; i++) {
      assertThat(together[i]).as("parameter %d", i).isCloseTo(alone[i], within(1e-6f));
    }
  }

  @Test
  void theNumberOfThreadsDoesNotChangeWhatKWorkersDo() {
    Objective objective = new EntropicGraphObjective(ObjectiveOptions.defaults());
    assertThat(train(4, 3, objective)).isEqualTo(train(4, 1, objective));
    assertThat(train(4, 1, objective)).isNotEqualTo(train(1, 1, objective));
  }

  @Test
  void aFailureOfOneWorkerFailsTheStepWithItsCause() {
    Objective broken =
        new Objective() {
          @Override
          public LossTerms evaluate(FloatMatrix logP, MetaBatch batch, FloatMatrix gradient) {
            throw new IllegalStateException("worker broke");
          }

          @Override
          public double penalize(FloatMatrix parameters, FloatMatrix gradient) {
            return 0;
          }
        };
    assertThatThrownBy(() -> train(4, 2, broken))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("worker broke");
  }

  /** Parameters after an epoch of 16 batches; dropout included. */
  private static float[] train(int k, int threads, Objective objective) {
    try (DenseNetwork network = network();
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        Parallel parallel = new Parallel(threads)) {
      Task task =
          new Task(
              network,
              optimizer,
              objective,
              features(),
              plan(),
              new Validation(FloatMatrix.allocate(0, 5), Labels.none(0)));
      new Trainer(options().withWorkers(k), SEED, parallel)
          .train(task, TrainingListener.NONE, Progress.NONE);
      return copy(network);
    }
  }

  /** One learner, batch after batch: gradients added up in plain Java, one step for every k. */
  private static float[] averagedByHand(int k) {
    FloatMatrix features = features();
    Objective objective = new EntropicGraphObjective(ObjectiveOptions.defaults());
    MetaBatchPlan.Epoch batches = plan().epoch(0);
    try (DenseNetwork network = network();
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        Parallel parallel = new Parallel(1)) {
      int count = network.parameters().columns();
      for (int step = 0; step < batches.steps(); step += k) {
        double[] sum = new double[count];
        for (int w = 0; w < k; w++) {
          MetaBatch batch = batches.step(step + w);
          FloatMatrix slope = FloatMatrix.allocate(batch.size(), 2);
          FloatMatrix x = features.gather(batch.rows(), parallel);
          FloatMatrix logP = network.forward(x, SEED.derive("dropout").derive(step + w), parallel);
          objective.evaluate(logP, batch, slope);
          network.backward(slope, parallel);
          for (int i = 0; i < count; i++) {
            sum[i] += network.gradient().get(0, i);
          }
        }
        for (int i = 0; i < count; i++) {
          network.gradient().set(0, i, (float) (sum[i] / k));
        }
        optimizer.step(network.parameters(), network.gradient(), 0.05, parallel);
      }
      return copy(network);
    }
  }

  private static TrainingOptions options() {
    return TrainingOptions.defaults()
        .withEpochs(1)
        .withLearningRate(0.05)
        .withSchedule(Schedule.CONSTANT);
  }

  private static DenseNetwork network() {
    return new DenseNetwork(5, new NetworkOptions(List.of(12, 7), 0.3), 2, SEED);
  }

  private static MetaBatchPlan plan() {
    return MetaBatchPlan.labeledOnly(LABELS, 10, 16, SEED);
  }

  private static FloatMatrix features() {
    SplittableRandom random = SEED.random();
    FloatMatrix features = FloatMatrix.allocate(ROWS, 5);
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < 5; j++) {
        features.set(i, j, (float) (LABELS.label(i) + random.nextDouble()));
      }
    }
    return features;
  }

  private static float[] copy(DenseNetwork network) {
    float[] parameters = new float[network.parameters().columns()];
    network.parameters().copyRow(0, parameters);
    return parameters;
  }
}
