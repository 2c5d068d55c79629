package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Does pieces of work when told to on standard input, so that {@code steps.py} can interleave them
 * with those of Python: {@code bare}, {@code step}, {@code bare-epoch} or {@code epoch}; answers
 * with rows, seconds and processor seconds.
 */
public final class StepServer {
  private static final int ROWS = 1024;
  private static final int EPOCH_STEPS = 10;

  private StepServer() {}

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Parallel parallel = new Parallel(Integer.parseInt(args[0]));
        TrainingStep.Step step = new TrainingStep.Step(ROWS);
        Epoch epoch = new Epoch()) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        switch (line) {
          case "bare" -> answer(ROWS, () -> TrainingStep.products(ROWS, parallel));
          case "step" -> answer(ROWS, () -> step.take(parallel));
          case "bare-epoch" -> answer(epoch.rows, () -> epoch.products(parallel));
          case "epoch" -> answer(epoch.rows, () -> epoch.train(parallel));
          default -> throw new IllegalArgumentException("unknown work: " + line);
        }
      }
    }
  }

  private static void answer(int rows, Runnable work) {
    long cpu = CpuTime.nanos();
    double seconds = TrainingStep.seconds(work);
    System.out.printf(Locale.ROOT, "%d %f %f%n", rows, seconds, (CpuTime.nanos() - cpu) / 1e9);
  }

  /** A whole epoch of the trainer: batches assembled and gathered, then steps. */
  private static final class Epoch implements AutoCloseable {
    private final Seed seed = new Seed(2);
    private final MetaBatchPlan plan =
        new MadeUpRows(EPOCH_STEPS * ROWS, seed).plan(BatchOptions.defaults().withBatchSize(ROWS));
    private final FloatMatrix features =
        FloatMatrix.allocate(EPOCH_STEPS * ROWS, MadeUpRows.FEATURES);
    private final FloatMatrix none = FloatMatrix.allocate(0, MadeUpRows.FEATURES);
    private final DenseNetwork network =
        new DenseNetwork(MadeUpRows.FEATURES, NetworkOptions.paper(), MadeUpRows.CLASSES, seed);
    private final AdaGrad optimizer = new AdaGrad(network.parameters().columns());
    private final int rows = rowsOfAnEpoch();

    private int rowsOfAnEpoch() {
      MetaBatchPlan.Epoch first = plan.epoch(0);
      int sum = 0;
      for (int s = 0; s < first.steps(); s++) {
        sum += first.step(s).size();
      }
      return sum;
    }

    void products(Parallel parallel) {
      for (int s = 0; s < plan.batchCount(); s++) {
        TrainingStep.products(rows / plan.batchCount(), parallel);
      }
    }

    void train(Parallel parallel) {
      Task task =
          new Task(
              network,
              optimizer,
              new EntropicGraphObjective(ObjectiveOptions.defaults()),
              features,
              plan,
              new Validation(none, Labels.none(0)));
      new Trainer(TrainingOptions.defaults().withEpochs(1).withLearningRate(1e-6), seed, parallel)
          .train(task, TrainingListener.NONE, Progress.NONE);
    }

    @Override
    public void close() {
      features.close();
      none.close();
      network.close();
      optimizer.close();
    }
  }
}
