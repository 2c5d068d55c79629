package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.base.WholeFiles;
import io.kith.batch.BatchOptions;
import io.kith.batch.Companions;
import io.kith.batch.FeatureSource;
import io.kith.batch.FeaturesInMemory;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.MetaBatchStore;
import io.kith.batch.Prefetch;
import io.kith.batch.StepSource;
import io.kith.batch.StoreFiles;
import io.kith.batch.StoreWriter;
import io.kith.engine.FloatMatrix;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What assembling a batch costs beside the training step it is for, at the paper's size: a million
 * rows of 351 features, about 16 neighbours each, batches of 1024 from blocks of 26, the network of
 * 4 × 2000 units. With the rows in memory, and read from a store in a temporary folder.
 */
public final class AssemblyBenchmark {
  private static final int FEATURES = MadeUpRows.FEATURES;
  private static final int CLASSES = MadeUpRows.CLASSES;

  private AssemblyBenchmark() {}

  public static void main(String[] args) throws IOException {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
    int steps = args.length > 1 ? Integer.parseInt(args[1]) : 8;
    Seed seed = new Seed(1);
    MadeUpRows madeUp = new MadeUpRows(rows, seed);
    System.out.printf(Locale.ROOT, "%,d rows, %,d edges%n%n", rows, madeUp.graph().edgeCount());
    System.out.println(
        "| companions | edges weighed | from | rows a step | assemble, ms | gather, ms |"
            + " whole step, ms | share | waiting for batches, ms |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    try (Parallel parallel = Parallel.ofMachine();
        FloatMatrix features = FloatMatrix.allocate(rows, FEATURES);
        Step step = new Step(seed)) {
      for (Companions companions : Companions.values()) {
        for (boolean unbiased : new boolean[] {false, true}) {
          if (unbiased && companions == Companions.NONE) {
            continue;
          }
          BatchOptions options =
              BatchOptions.defaults().withCompanions(companions).withUnbiased(unbiased);
          MetaBatchPlan plan = madeUp.plan(options);
          measure(plan, new FeaturesInMemory(features), options, "memory", step, steps, parallel);
          if (companions != Companions.BLOCKS) {
            measureStored(plan, features, options, step, steps, parallel);
          }
        }
      }
    }
  }

  private static void measureStored(
      MetaBatchPlan plan,
      FloatMatrix features,
      BatchOptions options,
      Step step,
      int steps,
      Parallel parallel)
      throws IOException {
    Path folder = Files.createTempDirectory("kith-store");
    try {
      StoreWriter.write(plan, features, folder);
      try (MetaBatchStore store = MetaBatchStore.open(StoreFiles.in(folder), 0)) {
        measure(store, store, options, "store", step, steps, parallel);
      }
    } finally {
      WholeFiles.deleteFolder(folder);
    }
  }

  private static void measure(
      StepSource plan,
      FeatureSource features,
      BatchOptions options,
      String from,
      Step step,
      int steps,
      Parallel parallel) {
    StepSource.Epoch epoch = plan.epoch(1);
    for (int s = 0; s < 200; s++) { // until the compiler is done with it
      epoch.step(s);
    }
    long began = System.nanoTime();
    for (int s = 200; s < 400; s++) {
      epoch.step(s);
    }
    double assembled = (System.nanoTime() - began) / 200e6;
    double gather = 0;
    double whole = 0;
    double waiting = 0;
    int rows = 0;
    try (Prefetch ahead = new Prefetch(plan, 1, 0, 1);
        FloatMatrix input = FloatMatrix.allocate(plan.largestStep(), FEATURES)) {
      for (int s = 0; s <= steps; s++) {
        long start = System.nanoTime();
        MetaBatch batch = ahead.next();
        long ready = System.nanoTime();
        features.copyInto(batch, input, parallel);
        long gathered = System.nanoTime();
        step.take(input, batch, parallel);
        long end = System.nanoTime();
        if (s > 0) { // the first warms up
          waiting += (ready - start) / 1e6 / steps;
          gather += (gathered - ready) / 1e6 / steps;
          whole += (end - start) / 1e6 / steps;
          rows += batch.size() / steps;
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %,d | %.2f | %.2f | %.0f | %.2f %% | %.3f |%n",
        options.companions(),
        options.unbiased() ? "yes" : "no",
        from,
        rows,
        assembled,
        gather,
        whole,
        100 * (assembled + gather) / whole,
        waiting);
  }

  /** Forward, objective, backward, optimizer. */
  private static final class Step implements AutoCloseable {
    private final Seed seed;
    private final DenseNetwork network;
    private final AdaGrad optimizer;
    private final EntropicGraphObjective objective =
        new EntropicGraphObjective(ObjectiveOptions.defaults());

    Step(Seed seed) {
      this.seed = seed;
      this.network = new DenseNetwork(FEATURES, NetworkOptions.paper(), CLASSES, seed);
      this.optimizer = new AdaGrad(network.parameters().columns());
    }

    void take(FloatMatrix input, MetaBatch batch, Parallel parallel) {
      try (FloatMatrix x = input.slice(0, batch.size());
          FloatMatrix slope = FloatMatrix.allocate(batch.size(), CLASSES);
          FloatMatrix logP = network.forward(x, seed, parallel)) {
        objective.evaluate(logP, batch, slope);
        network.backward(slope, parallel);
        optimizer.step(network.parameters(), network.gradient(), 1e-6, parallel);
      }
    }

    @Override
    public void close() {
      network.close();
      optimizer.close();
    }
  }
}
