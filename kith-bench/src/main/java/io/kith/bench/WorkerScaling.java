package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.Prefetch;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.LossTerms;
import io.kith.objective.Objective;
import io.kith.objective.ObjectiveOptions;
import io.kith.train.EpochSteps;
import io.kith.train.Sync;
import io.kith.train.Task;
import io.kith.train.TrainingOptions;
import io.kith.train.Update;
import io.kith.train.Validation;
import io.kith.train.WorkTime;
import io.kith.train.WorkerOptions;
import io.kith.train.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * Rows per second of k workers with one thread each, at the paper's network and batch size (1024
 * rows and a neighbour batch), and what of their time they spend keeping together.
 *
 * <p>All numbers of workers take turns within a round, in one process, and the median of the rounds
 * counts: ratios hold on a machine that other work makes slower, although seconds do not.
 *
 * <p>{@code WorkerScaling [--sync NAME] [--rounds N] K…}; without K, one worker and as many as the
 * machine has cores.
 */
public final class WorkerScaling {
  private static final int ROWS = 64 * 1024;
  private static final Seed SEED = new Seed(1);

  private WorkerScaling() {}

  public static void main(String[] args) {
    int rounds = 7;
    Sync sync = Sync.SYNCHRONOUS;
    List<Integer> counts = new ArrayList<>();
    for (int a = 0; a < args.length; a++) {
      switch (args[a]) {
        case "--rounds" -> rounds = Integer.parseInt(args[++a]);
        case "--sync" -> {
          String name = args[++a];
          sync =
              Arrays.stream(Sync.values())
                  .filter(s -> s.toString().equals(name))
                  .findAny()
                  .orElseThrow();
        }
        default -> counts.add(Integer.parseInt(args[a]));
      }
    }
    if (counts.isEmpty()) {
      counts.addAll(List.of(1, Runtime.getRuntime().availableProcessors()));
    }
    measure(sync, rounds, counts);
  }

  private static void measure(Sync sync, int rounds, List<Integer> counts) {
    MadeUpRows rows = new MadeUpRows(ROWS, SEED);
    MetaBatchPlan plan =
        rows.plan(BatchOptions.defaults().withBatchSize(1024).withLabeledPerStep(0));
    try (FloatMatrix features = features()) {
      List<Contestant> all = new ArrayList<>();
      for (int count : counts) {
        all.add(new Contestant(count, sync, plan, features));
      }
      all.forEach(Contestant::race); // memory touched, code compiled
      all.forEach(Contestant::forget);
      for (int round = 0; round < rounds; round++) {
        all.forEach(Contestant::race);
      }
      report(sync, rounds, all);
      all.forEach(Contestant::close);
    }
  }

  private static void report(Sync sync, int rounds, List<Contestant> all) {
    System.out.printf(
        Locale.ROOT,
        "%d cores, %s, %d rounds, %,d parameters%n%n",
        Runtime.getRuntime().availableProcessors(),
        sync,
        rounds,
        all.get(0).network.parameters().columns());
    System.out.println(
        "| workers | rows/s, median | lowest to highest | times the first | efficiency | rows per"
            + " processor second | averaging | waiting | keeping together |");
    System.out.println("|---|---|---|---|---|---|---|---|---|");
    Contestant first = all.get(0);
    for (Contestant each : all) {
      double[] sorted = each.rates.stream().mapToDouble(d -> d).sorted().toArray();
      double times = each.median() / first.median();
      WorkTime time = each.time();
      System.out.printf(
          Locale.ROOT,
          "| %d | %.0f | %.0f to %.0f | %.2f | %.0f %% | %.0f | %.1f %% | %.1f %% | %.1f %% |%n",
          each.count,
          each.median(),
          sorted[0],
          sorted[sorted.length - 1],
          times,
          100 * times * first.count / each.count,
          each.rows / (each.cpuNanos / 1e9),
          100 * time.averaging() / time.total(),
          100 * time.idle(),
          100 * time.synchronizing());
    }
  }

  private static FloatMatrix features() {
    SplittableRandom random = SEED.derive("features").random();
    FloatMatrix features = FloatMatrix.allocate(ROWS, MadeUpRows.FEATURES);
    float[] row = new float[MadeUpRows.FEATURES];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) (2 * random.nextDouble() - 1);
      }
      features.setRow(i, row);
    }
    return features;
  }

  /** So many workers, who train on while the others wait for their turn. */
  private static final class Contestant {
    private final int count;
    private final MetaBatchPlan plan;
    private final Parallel parallel;
    private final DenseNetwork network =
        new DenseNetwork(MadeUpRows.FEATURES, NetworkOptions.paper(), MadeUpRows.CLASSES, SEED);
    private final AdaGrad optimizer = new AdaGrad(network.parameters().columns());
    private final TrainingOptions options;
    private final Workers workers;
    private final Prefetch batches;
    private final RowCounter counter = new RowCounter();
    private final List<Double> rates = new ArrayList<>();
    private EpochSteps steps;
    private int epoch;
    private long rows;
    private long cpuNanos;
    private WorkTime before = new WorkTime(0, 0, 0, 0);

    Contestant(int count, Sync sync, MetaBatchPlan plan, FloatMatrix features) {
      this.count = count;
      this.plan = plan;
      this.parallel = new Parallel(count);
      this.options =
          TrainingOptions.defaults()
              .withEpochs(1 << 20)
              .withLearningRate(1e-4)
              .withWorkers(WorkerOptions.defaults().withCount(count).withSync(sync));
      Task task =
          new Task(
              network,
              optimizer,
              counter,
              features,
              plan,
              new Validation(FloatMatrix.allocate(0, MadeUpRows.FEATURES), Labels.none(0)));
      this.workers = Workers.threads(task, options, SEED, parallel);
      this.batches = new Prefetch(plan, 1 << 20, 0, workers.stepsPerUpdate());
    }

    /** At least two steps of every worker, and whole updates. */
    void race() {
      counter.rows.reset();
      long cpu = CpuTime.nanos();
      long began = System.nanoTime();
      for (int taken = 0; taken < 2 * count; ) {
        if (steps == null || steps.left() < workers.stepsPerUpdate()) {
          drain();
          steps = EpochSteps.whole(plan, batches, options, ++epoch);
        }
        Update update = workers.update(steps);
        taken += update.steps();
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      cpuNanos += CpuTime.nanos() - cpu;
      rows += counter.rows.sum();
      rates.add(counter.rows.sum() / seconds);
    }

    /** Takes what is left of an epoch, so that its last, smaller update is not measured alone. */
    private void drain() {
      while (steps != null && (steps.left() > 0 || !workers.underWay().isEmpty())) {
        workers.update(steps);
      }
    }

    void forget() {
      rates.clear();
      rows = 0;
      cpuNanos = 0;
      before = workers.time();
    }

    double median() {
      double[] sorted = rates.stream().mapToDouble(d -> d).sorted().toArray();
      return sorted[sorted.length / 2];
    }

    WorkTime time() {
      WorkTime now = workers.time();
      return new WorkTime(
          now.computing() - before.computing(),
          now.averaging() - before.averaging(),
          now.stepping() - before.stepping(),
          now.waiting() - before.waiting());
    }

    void close() {
      batches.close();
      workers.close();
      parallel.close();
      network.close();
      optimizer.close();
    }
  }

  /** The method's objective, which also counts the rows it sees. */
  private static final class RowCounter implements Objective {
    private final LongAdder rows = new LongAdder();
    private final Objective counted = new EntropicGraphObjective(ObjectiveOptions.defaults());

    @Override
    public LossTerms evaluate(FloatMatrix logP, MetaBatch batch, FloatMatrix gradient) {
      rows.add(batch.size());
      return counted.evaluate(logP, batch, gradient);
    }

    @Override
    public double penalize(FloatMatrix parameters, FloatMatrix gradient) {
      return counted.penalize(parameters, gradient);
    }
  }
}
