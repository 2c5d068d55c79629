package io.kith.spark;

import io.kith.Method;
import io.kith.Preparation;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.batch.BatchLayout;
import io.kith.batch.StoreIndex;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Standardizer;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Temperature;
import io.kith.learner.DenseNetwork;
import io.kith.learner.Model;
import io.kith.spark.batch.DistributedStore;
import io.kith.spark.batch.HadoopFiles;
import io.kith.spark.graph.BucketOptions;
import io.kith.spark.graph.DistributedBlocks;
import io.kith.spark.graph.DistributedGraph;
import io.kith.spark.graph.DistributedGraphBuilder;
import io.kith.spark.train.BarrierOptions;
import io.kith.spark.train.BarrierResult;
import io.kith.spark.train.BarrierTraining;
import io.kith.spark.train.StoredTask;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * The stages of {@link io.kith.Kith} as jobs of a cluster: neighbours are searched and joined by
 * tasks, the graph is cut, meta-batches go into a folder that all share, and workers train on them
 * in a barrier stage. The driver holds labels, blocks, validation rows and the graph while it is
 * cut, and no features of training rows.
 */
final class ExecutorTraining implements Training {
  private final JavaSparkContext spark;
  private final String workDir;
  private final String checkpointDir;

  ExecutorTraining(JavaSparkContext spark, String workDir, String checkpointDir) {
    this.spark = spark;
    this.workDir = workDir;
    this.checkpointDir = checkpointDir;
  }

  @Override
  public Model train(TrainingSet rows, RunOptions given) {
    RunOptions options = given.withBatch(given.batch().forRows(rows.size()));
    requireDistributable(options, rows.classNames().size());
    new BarrierTraining(spark, BarrierOptions.defaults()).requireWorkers(options.training());
    try (WorkFolder folder = WorkFolder.in(workDir, spark)) {
      return train(rows, options, folder);
    }
  }

  private Model train(TrainingSet rows, RunOptions options, WorkFolder folder) {
    int[] labeledOfClass = labeledOfClass(rows);
    Labels judged = new Labels(rows.validation().labels(), rows.classNames());
    judged.requireLearnable(labeledOfClass);
    Standardizer standardizer = new RowStatistics(rows.train(), rows.columns()).standardizer();
    Broadcast<RowChunk> validation = spark.broadcast(rows.validation().standardized(standardizer));
    try {
      Fit fit = new Fit(rows, standardizer, labeledOfClass, validation, folder, options);
      BarrierResult result = fit.result();
      return model(rows, standardizer, judged, result, fit.fingerprint, options);
    } finally {
      validation.destroy();
    }
  }

  private static void requireDistributable(RunOptions options, int classes) {
    if (options.method() == Method.SELF_TRAINING) {
      throw new BadInputException(
          "self-training is not distributed: set trainOn to driver, or choose another method.");
    }
    if (options.partition().balanceLabels()) {
      throw new BadInputException(
          "labels are not balanced between the blocks of a distributed graph: set trainOn to"
              + " driver, or leave balanceLabels out.");
    }
    StoreIndex.requireStorable(options.batch());
    BatchLayout.requireRandom(options.batch());
    Preparation.blocks(options, classes); // fails where a block does not fit a batch
  }

  private static int[] labeledOfClass(TrainingSet rows) {
    int classes = rows.classNames().size();
    return rows.train()
        .map(
            chunk -> {
              int[] counts = new int[classes];
              for (int label : chunk.labels()) {
                if (label != Labels.UNLABELED) {
                  counts[label]++;
                }
              }
              return counts;
            })
        .fold(
            new int[classes],
            (a, b) -> IntStream.range(0, classes).map(c -> a[c] + b[c]).toArray());
  }

  private static Model model(
      TrainingSet rows,
      Standardizer standardizer,
      Labels judged,
      BarrierResult result,
      String fingerprint,
      RunOptions options) {
    DenseNetwork network = StoredTask.network(rows.columns(), rows.classNames().size(), options);
    result.copyInto(network.parameters());
    Model trained =
        new Model(
            network,
            options.network(),
            standardizer,
            Schema.numeric(rows.featureNames()),
            options.data(),
            rows.classNames(),
            Provenance.now(Engine.version(), "KithClassifier.fit", fingerprint, options));
    try (Parallel parallel = Parallel.ofMachine();
        FloatMatrix features = FloatMatrix.allocate(rows.validation().size(), rows.columns())) {
      rows.validation().copyInto(features, rows.validation().ids());
      try (FloatMatrix logP = trained.logProbabilities(features, parallel)) {
        return trained.withTemperature(Temperature.fit(logP, judged));
      }
    }
  }

  /** One fit, on rows that are standardised as they are read. */
  private final class Fit {
    private final TrainingSet set;
    private final JavaRDD<RowChunk> rows;
    private final int[] labeledOfClass;
    private final Broadcast<RowChunk> validation;
    private final WorkFolder folder;
    private final RunOptions options;
    private final Seed seed;
    private final String fingerprint;

    Fit(
        TrainingSet set,
        Standardizer standardizer,
        int[] labeledOfClass,
        Broadcast<RowChunk> validation,
        WorkFolder folder,
        RunOptions options) {
      this.set = set;
      this.rows = set.train().map(chunk -> chunk.standardized(standardizer));
      this.labeledOfClass = labeledOfClass;
      this.validation = validation;
      this.folder = folder;
      this.options = options;
      this.seed = new Seed(options.seed());
      this.fingerprint = fingerprint(rows);
    }

    BarrierResult result() {
      if (options.method() != Method.AUTO) {
        return train(options);
      }
      BarrierResult graph = train(options.withMethod(Method.GRAPH));
      if (validation.value().size() == 0) { // nothing to judge by
        return graph;
      }
      BarrierResult supervised = train(options.withMethod(Method.SUPERVISED));
      return graph.history().best().isBetterThan(supervised.history().best()) ? graph : supervised;
    }

    private BarrierResult train(RunOptions chosen) {
      String store = folder.at("batches-" + chosen.method());
      if (chosen.method().usesGraph()) {
        writeGraphBatches(chosen, store);
      } else {
        DistributedStore.writeLabeledOnly(
            rows,
            set.columns(),
            chosen.batch().rowsOfLabeledStep(),
            chosen.batch().labeledSteps(set.size()),
            seed.derive("batch"),
            store);
      }
      String checkpoints = checkpointDir.isEmpty() ? folder.at("checkpoints") : checkpointDir;
      String task = new Fingerprint().add(fingerprint).add(Json.text(chosen)).text();
      return new BarrierTraining(
              spark, BarrierOptions.defaults().withCheckpoints(checkpoints, task))
          .train(
              new StoredTask(
                  new HadoopFiles(store, spark.hadoopConfiguration()),
                  chosen,
                  labeledOfClass,
                  validation),
              chosen.training(),
              seed.derive("train"));
    }

    private void writeGraphBatches(RunOptions chosen, String store) {
      DistributedGraphBuilder builder =
          new DistributedGraphBuilder(
              chosen.graph(), BucketOptions.defaults(), seed.derive("graph"));
      try (DistributedGraph graph = builder.build(rows)) {
        int[] blockOfRow =
            new DistributedBlocks(
                    Preparation.blocks(chosen, set.classNames().size()), seed.derive("partition"))
                .cut(graph)
                .blockOfRow();
        DistributedStore.write(
            rows,
            set.columns(),
            graph.chunks(),
            blockOfRow,
            chosen.batch(),
            seed.derive("batch"),
            store);
      }
    }

    /** Of all rows in their order, and of the chunks they come in. */
    private static String fingerprint(JavaRDD<RowChunk> rows) {
      List<Tuple2<Integer, String>> parts =
          rows.filter(chunk -> chunk.size() > 0)
              .map(
                  chunk ->
                      new Tuple2<>(
                          chunk.ids()[0],
                          new Fingerprint()
                              .add(chunk.ids())
                              .add(chunk.labels())
                              .add(chunk.features())
                              .text()))
              .collect();
      Fingerprint all = new Fingerprint();
      parts.stream().sorted(Comparator.comparing(Tuple2::_1)).forEach(part -> all.add(part._2()));
      return all.text();
    }
  }
}
