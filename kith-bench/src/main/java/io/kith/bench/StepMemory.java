package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Resident memory while the paper's network trains: batches of 1024 rows with a companion and 256
 * labelled rows. {@code StepMemory [STEPS]}; Linux only.
 */
public final class StepMemory {
  private static final int ROWS = 20_480;
  private static final int EVERY = 100;

  private StepMemory() {}

  public static void main(String[] args) {
    int steps = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    Seed seed = new Seed(1);
    MetaBatchPlan plan =
        new MadeUpRows(ROWS, seed).plan(BatchOptions.defaults().withBatchSize(1024));
    int epochs = (steps + plan.batchCount() - 1) / plan.batchCount();
    System.out.println("| steps | resident, MB |");
    System.out.println("|---|---|");
    Progress progress =
        (stage, done, total, unit) -> {
          if (done == 10 || done % EVERY == 0) {
            System.out.printf(Locale.ROOT, "| %,d | %,.0f |%n", done, residentMegabytes());
          }
        };
    DenseNetwork network =
        new DenseNetwork(MadeUpRows.FEATURES, NetworkOptions.paper(), MadeUpRows.CLASSES, seed);
    try (Parallel parallel = Parallel.ofMachine();
        network;
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        FloatMatrix features = FloatMatrix.allocate(ROWS, MadeUpRows.FEATURES);
        FloatMatrix none = FloatMatrix.allocate(0, MadeUpRows.FEATURES)) {
      Task task =
          new Task(
              network,
              optimizer,
              new EntropicGraphObjective(ObjectiveOptions.defaults()),
              features,
              plan,
              new Validation(none, io.kith.data.Labels.none(0)));
      new Trainer(TrainingOptions.defaults().withEpochs(epochs), seed, parallel)
          .train(task, TrainingListener.NONE, progress);
    }
  }

  private static double residentMegabytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
      }
      throw new IllegalStateException("/proc/self/status has no line VmRSS");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
