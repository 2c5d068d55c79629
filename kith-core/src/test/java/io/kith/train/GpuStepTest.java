package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.Compute;
import io.kith.engine.Device;
import io.kith.engine.FloatMatrix;
import io.kith.engine.Precision;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphOptions;
import io.kith.learner.Activation;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.learner.OptimizerOptions;
import io.kith.learner.Rule;
import io.kith.objective.Balance;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.LossTerms;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.PartitionOptions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A GPU takes the steps that the CPU takes. Skipped, with a message, where there is none. */
class GpuStepTest {
  private static final Device GPU = new Device(0);
  private static final Seed SEED = new Seed(5);
  private static final int ROWS = 3000;
  private static final int COLUMNS = 21;
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "g");
  private static final int CLASSES = NAMES.size();

  @BeforeAll
  static void thereIsAGpu() {
    assumeTrue(GPU.isThere(), "no GPU, or Kith was built without -Pgpu");
  }

  @ParameterizedTest
  @EnumSource(Rule.class)
  void everyOptimizerTakesTheStepsOfTheCpu(Rule rule) {
    compare(rule, Activation.RELU, ObjectiveOptions.defaults(), 0);
  }

  @ParameterizedTest
  @EnumSource(Activation.class)
  void everyActivationIsTheCpus(Activation activation) {
    compare(Rule.SGD, activation, ObjectiveOptions.defaults(), 0);
  }

  @Test
  void everyTermIsTheCpus() {
    ObjectiveOptions all =
        ObjectiveOptions.defaults()
            .withEntropyWeight(0.1)
            .withPenalty(1e-3)
            .withSmoothing(0.1)
            .withSymmetric(true)
            .withBalance(Balance.PRIOR);
    compare(Rule.SGD, Activation.RELU, all, 0.5);
  }

  @ParameterizedTest
  @EnumSource(Precision.class)
  void shorterNumbersLearnTheSame(Precision precision) {
    double cpu = lossAfterTraining(Workers::one);
    double gpu = lossAfterTraining(Workers.gpu(new Compute(GPU, precision)));
    assertThat(gpu).isCloseTo(cpu, within(0.05 * cpu));
  }

  /** The same steps on both, dropout included, to float tolerance. */
  private static void compare(
      Rule rule, Activation activation, ObjectiveOptions objective, double clip) {
    try (Parallel parallel = new Parallel(2);
        Run cpu = new Run(rule, activation, objective, parallel);
        Run gpu = new Run(rule, activation, objective, parallel)) {
      TrainingOptions options =
          TrainingOptions.defaults()
              .withEpochs(2)
              .withLearningRate(rule == Rule.SGD ? 0.05 : 0.002)
              .withClip(clip);
      TrainingHistory expected = cpu.train(options, Workers::one);
      TrainingHistory actual = gpu.train(options, Workers.gpu(new Compute(GPU, Precision.FLOAT32)));
      for (int e = 0; e < 2; e++) {
        LossTerms there = actual.epochs().get(e).loss();
        LossTerms here = expected.epochs().get(e).loss();
        assertThat(there.supervised()).isCloseTo(here.supervised(), within(1e-3));
        assertThat(there.graph()).isCloseTo(here.graph(), within(1e-3));
        assertThat(there.entropy()).isCloseTo(here.entropy(), within(1e-3));
        assertThat(there.penalty()).isCloseTo(here.penalty(), within(1e-3));
        assertThat(actual.epochs().get(e).validationLogLoss())
            .isCloseTo(expected.epochs().get(e).validationLogLoss(), within(1e-3));
      }
      assertClose(gpu.network.parameters(), cpu.network.parameters());
      for (int v = 0; v < cpu.optimizer.state().size(); v++) {
        assertClose(gpu.optimizer.state().get(v), cpu.optimizer.state().get(v));
      }
      assertThat(gpu.optimizer.steps()).isEqualTo(cpu.optimizer.steps());
    }
  }

  private static void assertClose(FloatMatrix actual, FloatMatrix expected) {
    for (int i = 0; i < expected.columns(); i++) {
      assertThat(actual.get(0, i)).as("value %d", i).isCloseTo(expected.get(0, i), within(2e-3f));
    }
  }

  private static double lossAfterTraining(Workers.Start workers) {
    try (Parallel parallel = new Parallel(2);
        Run run = new Run(Rule.ADAM, Activation.RELU, ObjectiveOptions.defaults(), parallel)) {
      TrainingHistory history =
          run.train(TrainingOptions.defaults().withEpochs(12).withLearningRate(0.002), workers);
      return history.epochs().get(11).loss().total();
    }
  }

  /** A task on blurred clusters, some of them labelled. */
  private static final class Run implements AutoCloseable {
    final DenseNetwork network;
    final Optimizer optimizer;
    private final Task task;
    private final Parallel parallel;
    private final FloatMatrix features = FloatMatrix.allocate(ROWS, COLUMNS);

    Run(Rule rule, Activation activation, ObjectiveOptions objective, Parallel parallel) {
      this.parallel = parallel;
      SplittableRandom random = SEED.random();
      int[] classes = new int[ROWS];
      for (int i = 0; i < ROWS; i++) {
        int own = i % CLASSES;
        classes[i] = random.nextInt(5) == 0 ? own : Labels.UNLABELED;
        for (int j = 0; j < COLUMNS; j++) {
          features.set(i, j, (float) (random.nextGaussian() + (j % CLASSES == own ? 1.5 : 0)));
        }
      }
      Labels labels = new Labels(classes, NAMES);
      AffinityGraph graph =
          new GraphBuilder(GraphOptions.defaults(), SEED)
              .build(features, parallel, Progress.NONE)
              .graph();
      PartitionOptions partition = PartitionOptions.defaults().withBlockSize(30);
      MetaBatchPlan plan =
          MetaBatchPlan.of(
              graph,
              partition
                  .partitioner(labels)
                  .partition(
                      graph,
                      partition.blocks(ROWS),
                      partition.imbalance(),
                      SEED,
                      parallel,
                      Progress.NONE),
              labels,
              BatchOptions.defaults().withBatchSize(300),
              SEED);
      network =
          new DenseNetwork(
              COLUMNS,
              new NetworkOptions(List.of(64, 50), 0.3).withActivation(activation),
              CLASSES,
              SEED);
      optimizer =
          OptimizerOptions.defaults().withRule(rule).optimizer(network.parameters().columns());
      task =
          new Task(
              network,
              optimizer,
              EntropicGraphObjective.of(objective, labels),
              features,
              plan,
              new Validation(features.slice(0, 500), truth(500)));
    }

    TrainingHistory train(TrainingOptions options, Workers.Start workers) {
      return new Trainer(options, SEED, parallel)
          .withWorkers(workers)
          .train(task, TrainingListener.NONE, Progress.NONE);
    }

    /** The clusters of the first rows. */
    private static Labels truth(int rows) {
      return new Labels(IntStream.range(0, rows).map(i -> i % CLASSES).toArray(), NAMES);
    }

    @Override
    public void close() {
      network.close();
      optimizer.close();
      features.close();
    }
  }
}
