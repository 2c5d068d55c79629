package io.kith.spark.train;

import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.StoreWriter;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.partition.Partition;
import io.kith.spark.RowChunk;
import io.kith.spark.StandaloneCluster;
import io.kith.spark.batch.HadoopFiles;
import io.kith.train.EpochSummary;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measures workers in executors of a real cluster beside threads of one process, at the paper's
 * size (351, 4 × 2000, 39; batches of 1024 rows and a neighbour batch), each on one core:
 *
 * <pre>{@code
 * mvn -pl kith-spark -am test -Pslow -Dtest=TrainingMeasurement \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dkith.measure=2
 * }</pre>
 *
 * <p>The property is the number of rounds, in which all take turns. The first epoch of a run, in
 * which it warms up, does not count.
 */
@Tag("slow")
@EnabledIfSystemProperty(named = "kith.measure", matches = "\\d+")
class TrainingMeasurement {
  private static final int BATCHES = 8;
  private static final int BLOCK = 32;
  private static final int ROWS = 1024 * BATCHES;
  private static final int COLUMNS = 351;
  private static final int CLASSES = 39;
  private static final int EPOCHS = 3;
  private static final RunOptions OPTIONS =
      RunOptions.defaults()
          .withBatch(BatchOptions.defaults().withBatchSize(1024).withLabeledPerStep(0))
          .withNetwork(NetworkOptions.paper())
          .withTraining(TrainingOptions.defaults().withEpochs(EPOCHS));
  private static final Seed SEED = new Seed(OPTIONS.seed());

  @TempDir Path folder;

  @Test
  void print() throws Exception {
    int rounds = Integer.getInteger("kith.measure");
    Labels visible = labels();
    try (FloatMatrix features = features();
        StandaloneCluster cluster = new StandaloneCluster(folder, 2);
        JavaSparkContext spark = new JavaSparkContext(cluster.conf())) {
      MetaBatchPlan plan = plan(visible);
      Path store = folder.resolve("store");
      StoreWriter.write(plan, features, store);
      double rows = ROWS * 2; // with the neighbour batch
      for (int round = 0; round < rounds; round++) {
        for (int workers : new int[] {1, 2}) {
          double threads = rows / seconds(onThreads(workers, features, plan, visible));
          double executors = rows / seconds(onSpark(workers, spark, store, visible));
          System.out.printf(
              Locale.ROOT,
              "%d workers: threads %.0f rows/s, executors %.0f rows/s, %.3f times%n",
              workers,
              threads,
              executors,
              executors / threads);
        }
      }
    }
  }

  /** Of an epoch after the first. */
  private static double seconds(TrainingHistory history) {
    List<EpochSummary> epochs = history.epochs();
    return (epochs.get(EPOCHS - 1).seconds() - epochs.get(0).seconds()) / (EPOCHS - 1);
  }

  private static TrainingHistory onThreads(
      int workers, FloatMatrix features, MetaBatchPlan plan, Labels visible) {
    try (Parallel parallel = new Parallel(workers);
        DenseNetwork network = StoredTask.network(COLUMNS, CLASSES, OPTIONS);
        Optimizer optimizer = OPTIONS.optimizer().optimizer(network.parameters().columns());
        FloatMatrix none = FloatMatrix.allocate(0, COLUMNS)) {
      Task task =
          new Task(
              network,
              optimizer,
              EntropicGraphObjective.of(OPTIONS.objective(), visible),
              features,
              plan,
              new Validation(none, new Labels(new int[0], visible.names())));
      return new Trainer(OPTIONS.training().withWorkers(workers), SEED.derive("train"), parallel)
          .train(task, TrainingListener.NONE, Progress.NONE);
    }
  }

  private static TrainingHistory onSpark(
      int workers, JavaSparkContext spark, Path store, Labels visible) {
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withWorkers(workers));
    RowChunk none = new RowChunk(new int[0], new int[0], COLUMNS, new float[0]);
    StoredTask task =
        new StoredTask(
            new HadoopFiles(store.toUri().toString(), spark.hadoopConfiguration()),
            options,
            visible.histogram(),
            spark.broadcast(none));
    return new BarrierTraining(spark, BarrierOptions.defaults())
        .train(task, options.training(), SEED.derive("train"))
        .history();
  }

  /** Six edges a row, to those beside it in its block and, lightly, to the next block. */
  private static MetaBatchPlan plan(Labels visible) {
    int[] offsets = IntStream.rangeClosed(0, ROWS).map(i -> 6 * i).toArray();
    int[] neighbors = new int[6 * ROWS];
    float[] weights = new float[6 * ROWS];
    for (int i = 0; i < ROWS; i++) {
      int[] around = new int[6];
      for (int e = 0; e < 6; e++) {
        int step = e < 3 ? e - 3 : e - 2;
        around[e] = Math.floorMod(i + (Math.abs(step) == 3 ? step / 3 * BLOCK : step), ROWS);
      }
      Arrays.sort(around);
      System.arraycopy(around, 0, neighbors, 6 * i, 6);
      Arrays.fill(weights, 6 * i, 6 * i + 6, 0.6f);
    }
    AffinityGraph graph = new AffinityGraph(offsets, neighbors, weights);
    int[] blockOfRow = IntStream.range(0, ROWS).map(i -> i / BLOCK).toArray();
    Partition blocks = new Partition(blockOfRow, ROWS / BLOCK, graph.fingerprint());
    return MetaBatchPlan.of(graph, blocks, visible, OPTIONS.batch(), SEED.derive("batch"));
  }

  private static FloatMatrix features() {
    SplittableRandom random = SEED.random();
    FloatMatrix made = FloatMatrix.allocate(ROWS, COLUMNS);
    float[] row = new float[COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        row[j] = (float) random.nextGaussian();
      }
      made.setRow(i, row);
    }
    return made;
  }

  /** One row in twenty. */
  private static Labels labels() {
    int[] classes = new int[ROWS];
    Arrays.setAll(classes, i -> i % 20 == 0 ? i / 20 % CLASSES : Labels.UNLABELED);
    return new Labels(classes, IntStream.range(0, CLASSES).mapToObj(Integer::toString).toList());
  }
}
