package io.kith.spark.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.Companions;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.StoreWriter;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphOptions;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.objective.Balance;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import io.kith.spark.RowChunk;
import io.kith.spark.batch.HadoopFiles;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole objective, on meta-batches with companions and a refill that are read from files. */
class StoredTaskTest {
  private static final int ROWS = 240;
  private static final int HELD = 60;
  private static final int COLUMNS = 4;
  private static final RunOptions OPTIONS =
      RunOptions.defaults()
          .withSeed(5)
          .withBatch(
              BatchOptions.defaults()
                  .withBatchSize(40)
                  .withCompanions(Companions.BATCH)
                  .withLabeledPerStep(12))
          .withObjective(ObjectiveOptions.defaults().withBalance(Balance.WEIGHTS))
          .withNetwork(new NetworkOptions(List.of(16, 8), 0.2))
          .withTraining(TrainingOptions.defaults().withEpochs(3).withWorkers(2));
  private static final Seed SEED = new Seed(OPTIONS.seed());

  @TempDir Path folder;

  private final FloatMatrix all = rows();
  private final FloatMatrix features = all.slice(0, ROWS);
  private final FloatMatrix held = all.slice(ROWS, ROWS + HELD);

  @Test
  void workersThatReadFilesEndWhereThreadsDoThatHaveItAllInMemory() {
    Labels visible = labels(0, ROWS, 6);
    Labels known = labels(ROWS, HELD, 1);
    try (Parallel parallel = new Parallel(2);
        DenseNetwork network = StoredTask.network(COLUMNS, 2, OPTIONS);
        DenseNetwork onSpark = StoredTask.network(COLUMNS, 2, OPTIONS)) {
      MetaBatchPlan plan = plan(visible, parallel);
      TrainingHistory history =
          train(network, plan, visible, new Validation(held, known), parallel);
      StoreWriter.write(plan, features, folder.resolve("store"));
      BarrierResult result = trainOnSpark(visible.histogram(), known);
      result.copyInto(onSpark.parameters());
      assertThat(values(onSpark)).containsExactly(values(network), within(1e-5f));
      assertThat(result.history().bestEpoch()).isEqualTo(history.bestEpoch());
      assertThat(result.history().best().validationAccuracy())
          .isEqualTo(history.best().validationAccuracy());
      assertThat(result.history().best().loss().graph())
          .isCloseTo(history.best().loss().graph(), within(1e-6))
          .isNotZero();
    }
  }

  private BarrierResult trainOnSpark(int[] labeledOfClass, Labels known) {
    SparkConf conf =
        new SparkConf().setMaster("local[2]").setAppName("kith").set("spark.ui.enabled", "false");
    try (JavaSparkContext spark =
        JavaSparkContext.fromSparkContext(SparkContext.getOrCreate(conf))) {
      HadoopFiles files =
          new HadoopFiles(folder.resolve("store").toUri().toString(), spark.hadoopConfiguration());
      StoredTask task =
          new StoredTask(files, OPTIONS, labeledOfClass, spark.broadcast(chunk(held, known)));
      return new BarrierTraining(spark, BarrierOptions.defaults())
          .train(task, OPTIONS.training(), SEED.derive("train"));
    }
  }

  private TrainingHistory train(
      DenseNetwork network,
      MetaBatchPlan plan,
      Labels visible,
      Validation validation,
      Parallel parallel) {
    try (Optimizer optimizer = OPTIONS.optimizer().optimizer(network.parameters().columns())) {
      Task task =
          new Task(
              network,
              optimizer,
              EntropicGraphObjective.of(OPTIONS.objective(), visible),
              features,
              plan,
              validation);
      return new Trainer(OPTIONS.training(), SEED.derive("train"), parallel)
          .train(task, TrainingListener.NONE, Progress.NONE);
    }
  }

  private MetaBatchPlan plan(Labels visible, Parallel parallel) {
    AffinityGraph graph =
        new GraphBuilder(GraphOptions.defaults(), SEED)
            .build(features, parallel, Progress.NONE)
            .graph();
    Partition blocks =
        new MultilevelPartitioner().partition(graph, 24, 0.03, SEED, parallel, Progress.NONE);
    return MetaBatchPlan.of(graph, blocks, visible, OPTIONS.batch(), SEED.derive("batch"));
  }

  /** Two overlapping classes, every third row of the second. */
  private static FloatMatrix rows() {
    SplittableRandom random = SEED.random();
    FloatMatrix made = FloatMatrix.allocate(ROWS + HELD, COLUMNS);
    for (int i = 0; i < made.rows(); i++) {
      for (int j = 0; j < COLUMNS; j++) {
        made.set(i, j, (float) (classOf(i) + random.nextGaussian()));
      }
    }
    return made;
  }

  private static int classOf(int row) {
    return row % 3 == 0 ? 1 : 0;
  }

  /** One label in so many. */
  private static Labels labels(int from, int count, int oneIn) {
    int[] classes = new int[count];
    Arrays.setAll(classes, i -> (i / 3) % oneIn == 0 ? classOf(from + i) : Labels.UNLABELED);
    return new Labels(classes, List.of("a", "b"));
  }

  private static RowChunk chunk(FloatMatrix rows, Labels labels) {
    int[] ids = new int[rows.rows()];
    Arrays.setAll(ids, i -> i);
    float[] values = new float[ids.length * COLUMNS];
    float[] row = new float[COLUMNS];
    for (int i : ids) {
      rows.copyRow(i, row);
      System.arraycopy(row, 0, values, i * COLUMNS, COLUMNS);
    }
    return new RowChunk(ids, Arrays.stream(ids).map(labels::label).toArray(), COLUMNS, values);
  }

  private static float[] values(DenseNetwork network) {
    float[] values = new float[network.parameters().columns()];
    network.parameters().copyRow(0, values);
    return values;
  }
}
