package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
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
  private static final int CLASSES = 7;

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
    double cpu = lossAfter(120, Device.CPU, Precision.FLOAT32);
    double gpu = lossAfter(120, GPU, precision);
    assertThat(gpu).isCloseTo(cpu, within(0.05 * cpu));
  }

  /** The same steps on both, dropout included, to float tolerance. */
  private static void compare(
      Rule rule, Activation activation, ObjectiveOptions objective, double clip) {
    try (Parallel parallel = new Parallel(2);
        Run cpu = new Run(rule, activation, objective, parallel);
        Run gpu = new Run(rule, activation, objective, parallel)) {
      int steps = 12;
      double rate = rule == Rule.SGD ? 0.05 : 0.002;
      LossTerms expected = LossTerms.ZERO;
      try (Workers workers = new Workers(cpu.task, 1, SEED, parallel)) {
        for (int s = 0; s < steps; s++) {
          expected = expected.plus(workers.gradient(new MetaBatch[] {cpu.batch(s)}, s));
          Clipping.apply(cpu.network.gradient(), clip);
          cpu.optimizer.step(cpu.network.parameters(), cpu.network.gradient(), rate, parallel);
        }
      }
      try (GpuStep step = new GpuStep(gpu.task, GPU, Precision.FLOAT32, clip, SEED)) {
        for (int s = 0; s < steps; s++) {
          step.step(gpu.batch(s), s, rate);
        }
        LossTerms terms = step.drain();
        assertThat(terms.supervised()).isCloseTo(expected.supervised(), within(1e-3));
        assertThat(terms.graph()).isCloseTo(expected.graph(), within(1e-3));
        assertThat(terms.entropy()).isCloseTo(expected.entropy(), within(1e-3));
        assertThat(terms.penalty()).isCloseTo(expected.penalty(), within(1e-3));
        step.download();
      }
      assertClose(gpu.network.parameters(), cpu.network.parameters());
      for (int v = 0; v < cpu.optimizer.state().size(); v++) {
        assertClose(gpu.optimizer.state().get(v), cpu.optimizer.state().get(v));
      }
      assertThat(gpu.optimizer.steps()).isEqualTo(steps);
    }
  }

  private static void assertClose(FloatMatrix actual, FloatMatrix expected) {
    for (int i = 0; i < expected.columns(); i++) {
      assertThat(actual.get(0, i)).as("value %d", i).isCloseTo(expected.get(0, i), within(2e-3f));
    }
  }

  private static double lossAfter(int steps, Device device, Precision precision) {
    try (Parallel parallel = new Parallel(2);
        Run run = new Run(Rule.ADAM, Activation.RELU, ObjectiveOptions.defaults(), parallel)) {
      double last = 0;
      if (device.isGpu()) {
        try (GpuStep step = new GpuStep(run.task, device, precision, 0, SEED)) {
          for (int s = 0; s < steps; s++) {
            step.step(run.batch(s), s, 0.002);
            if (s == steps - 21) {
              step.drain();
            }
          }
          return step.drain().total();
        }
      }
      try (Workers workers = new Workers(run.task, 1, SEED, parallel)) {
        for (int s = 0; s < steps; s++) {
          double loss = workers.gradient(new MetaBatch[] {run.batch(s)}, s).total();
          run.optimizer.step(run.network.parameters(), run.network.gradient(), 0.002, parallel);
          last += s >= steps - 20 ? loss : 0;
        }
      }
      return last;
    }
  }

  /** A task on blurred clusters, some of them labelled. */
  private static final class Run implements AutoCloseable {
    final DenseNetwork network;
    final Optimizer optimizer;
    final MetaBatchPlan plan;
    final Task task;
    private final FloatMatrix features = FloatMatrix.allocate(ROWS, COLUMNS);

    Run(Rule rule, Activation activation, ObjectiveOptions objective, Parallel parallel) {
      SplittableRandom random = SEED.random();
      int[] classes = new int[ROWS];
      for (int i = 0; i < ROWS; i++) {
        int own = i % CLASSES;
        classes[i] = random.nextInt(5) == 0 ? own : Labels.UNLABELED;
        for (int j = 0; j < COLUMNS; j++) {
          features.set(i, j, (float) (random.nextGaussian() + (j % CLASSES == own ? 1.5 : 0)));
        }
      }
      Labels labels = new Labels(classes, List.of("a", "b", "c", "d", "e", "f", "g"));
      AffinityGraph graph =
          new GraphBuilder(GraphOptions.defaults(), SEED)
              .build(features, parallel, Progress.NONE)
              .graph();
      PartitionOptions partition = PartitionOptions.defaults().withBlockSize(30);
      plan =
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
              new Validation(FloatMatrix.allocate(0, COLUMNS), Labels.none(0)));
    }

    MetaBatch batch(int step) {
      return plan.epoch(step / plan.batchCount()).step(step % plan.batchCount());
    }

    @Override
    public void close() {
      network.close();
      optimizer.close();
      features.close();
    }
  }
}
