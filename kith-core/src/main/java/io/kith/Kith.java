package io.kith;

import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.batch.BatchQuality;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Standardizer;
import io.kith.data.Table;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.evaluate.Temperature;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphFile;
import io.kith.graph.GraphOptions;
import io.kith.graph.StoredGraph;
import io.kith.learner.DenseNetwork;
import io.kith.learner.Model;
import io.kith.learner.Optimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.partition.Partition;
import io.kith.partition.PartitionQuality;
import io.kith.report.Run;
import io.kith.report.RunBuilder;
import io.kith.train.CheckpointOptions;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.Validation;
import java.nio.file.Path;
import java.util.Map;

/**
 * The whole method: a few labels and a lot of unlabelled rows become a classifier.
 *
 * <pre>{@code
 * Trained trained = Kith.run(dataset, RunOptions.defaults());
 * trained.model().save(Path.of("model"));
 * }</pre>
 */
public final class Kith {
  private Kith() {}

  /** Runs silently on all cores, with a random split of the data set. */
  public static Trained run(Dataset dataset, RunOptions options) {
    try (Parallel parallel = Parallel.ofMachine()) {
      Table table = new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of());
      Split split = Split.of(dataset, options.split(), new Seed(options.seed()));
      return run(table, split, options, RunContext.silent(parallel));
    }
  }

  /** Runs on a table that was read from a file, with a given split. */
  public static Trained run(Table table, Split split, RunOptions given, RunContext context) {
    RunOptions options = given.withBatch(given.batch().forRows(split.train().length));
    Seed seed = new Seed(options.seed());
    Parallel parallel = context.parallel();
    RunBuilder account = new RunBuilder();

    // data: standardised training rows, and the labels that may be seen
    Dataset dataset = table.dataset();
    int[] train = split.train();
    Labels visible = split.visibleLabels(dataset.labels(), options.split(), seed).gather(train);
    Standardizer standardizer = Standardizer.fit(dataset.features(), train, parallel);
    FloatMatrix features = standardized(dataset, train, standardizer, parallel);
    account.data(dataset, split, visible, standardizer);

    try (features) {
      // graph, partition, batch
      MetaBatchPlan plan =
          switch (options.method()) {
            case GRAPH -> graphPlan(features, visible, dataset, train, options, context, account);
            case SUPERVISED -> supervisedPlan(visible, options, seed);
          };

      // objective, learner, train
      Labels known = dataset.labels();
      DenseNetwork network =
          new DenseNetwork(
              features.columns(), options.network(), known.classCount(), seed.derive("network"));
      try (FloatMatrix held = standardized(dataset, split.validation(), standardizer, parallel);
          Optimizer optimizer = options.optimizer().optimizer(network.parameters().columns())) {
        Task task =
            new Task(
                network,
                optimizer,
                EntropicGraphObjective.of(options.objective(), visible),
                features,
                plan,
                new Validation(held, known.gather(split.validation())));
        account.training(
            trainer(dataset, split, options, context)
                .train(task, context.listener(), context.progress()));
      }

      // evaluate, report
      Provenance provenance =
          Provenance.now(Engine.version(), context.command(), dataset.fingerprint(), given);
      Model trained =
          new Model(
              network,
              options.network(),
              standardizer,
              table.schema(),
              options.data(),
              known.names(),
              provenance);
      Model model = calibrated(trained, dataset, split.validation(), parallel, account);
      account.validation(evaluate(model, dataset, split.validation(), parallel));
      account.test(evaluate(model, dataset, split.test(), parallel));
      Run run = account.build(options.method().toString(), provenance);
      return new Trained(model, run);
    }
  }

  private static Trainer trainer(
      Dataset dataset, Split split, RunOptions options, RunContext context) {
    Seed seed = new Seed(options.seed()).derive("train");
    Trainer trainer = new Trainer(options.training(), seed, context.parallel());
    if (context.checkpoint().isEmpty()) {
      return trainer;
    }
    RunContext.CheckpointPlace place = context.checkpoint().get();
    String fingerprint =
        new Fingerprint()
            .add(dataset.fingerprint())
            .add(split.train())
            .add(split.validation())
            .add(Json.text(options))
            .text();
    return trainer.withCheckpoints(
        new CheckpointOptions(place.file(), place.seconds(), place.resume(), fingerprint));
  }

  private static MetaBatchPlan graphPlan(
      FloatMatrix features,
      Labels visible,
      Dataset dataset,
      int[] train,
      RunOptions options,
      RunContext context,
      RunBuilder account) {
    Seed seed = new Seed(options.seed());
    AffinityGraph graph =
        options.graph().isGiven()
            ? givenGraph(dataset, train, options.graph(), account)
            : builtGraph(features, options.graph(), seed.derive("graph"), context, account);

    Partition blocks =
        options
            .partition()
            .partitioner(visible)
            .partition(
                graph,
                blockCount(graph.size(), visible.classCount(), options),
                options.partition().imbalance(),
                seed.derive("partition"),
                context.parallel(),
                context.progress());
    account.partition(blocks, PartitionQuality.of(graph, blocks));

    MetaBatchPlan plan =
        MetaBatchPlan.of(graph, blocks, visible, options.batch(), seed.derive("batch"));
    account.batches(BatchQuality.of(graph, plan, dataset.labels().gather(train)));
    return plan;
  }

  private static AffinityGraph builtGraph(
      FloatMatrix features,
      GraphOptions options,
      Seed seed,
      RunContext context,
      RunBuilder account) {
    BuiltGraph built =
        new GraphBuilder(options, seed).build(features, context.parallel(), context.progress());
    account.graph(built);
    return built.graph();
  }

  /** The part of a graph over all rows that lies between training rows. */
  private static AffinityGraph givenGraph(
      Dataset dataset, int[] train, GraphOptions options, RunBuilder account) {
    StoredGraph stored = GraphFile.readStored(Path.of(options.file()), dataset, options);
    AffinityGraph graph = stored.graph().induced(train);
    account.graph(graph, stored.origin());
    return graph;
  }

  private static MetaBatchPlan supervisedPlan(Labels visible, RunOptions options, Seed seed) {
    int rows =
        options.batch().labeledPerStep() > 0
            ? options.batch().labeledPerStep()
            : options.batch().batchSize();
    int steps = Math.max(1, Math.round((float) visible.size() / options.batch().batchSize()));
    return MetaBatchPlan.labeledOnly(visible, rows, steps, seed.derive("batch"));
  }

  /** Blocks of the wished size, by default the rows of a batch divided by the classes. */
  private static int blockCount(int rows, int classes, RunOptions options) {
    int batch = options.batch().batchSize();
    int size = options.partition().blockSize();
    if (size > batch) {
      throw new BadInputException(
          "a block of "
              + size
              + " rows does not fit a batch of "
              + batch
              + ": choose a smaller --block-size or a larger --batch-size.");
    }
    int chosen = size > 0 ? size : Math.max(2, batch / Math.max(1, classes));
    return options.partition().withBlockSize(chosen).blocks(rows);
  }

  private static FloatMatrix standardized(
      Dataset dataset, int[] rows, Standardizer standardizer, Parallel parallel) {
    FloatMatrix chosen = dataset.features().gather(rows, parallel);
    standardizer.applyInPlace(chosen, parallel);
    return chosen;
  }

  /** Scales confidence on the validation rows; which class is likeliest does not change. */
  private static Model calibrated(
      Model trained, Dataset dataset, int[] rows, Parallel parallel, RunBuilder account) {
    Labels truth = dataset.labels().gather(rows);
    try (FloatMatrix chosen = dataset.features().gather(rows, parallel);
        FloatMatrix logP = trained.logProbabilities(chosen, parallel)) {
      double temperature = Temperature.fit(logP, truth);
      account.calibration(temperature, Evaluation.of(logP, truth));
      return trained.withTemperature(temperature);
    }
  }

  private static Evaluation evaluate(Model model, Dataset dataset, int[] rows, Parallel parallel) {
    try (FloatMatrix chosen = dataset.features().gather(rows, parallel);
        FloatMatrix logP = model.logProbabilities(chosen, parallel)) {
      return Evaluation.of(logP, dataset.labels().gather(rows));
    }
  }
}
