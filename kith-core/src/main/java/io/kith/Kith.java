package io.kith;

import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Provenance;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.BatchQuality;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.Compute;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.evaluate.Temperature;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphFile;
import io.kith.graph.StoredGraph;
import io.kith.learner.DenseNetwork;
import io.kith.learner.Model;
import io.kith.learner.Optimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.partition.Partition;
import io.kith.partition.PartitionQuality;
import io.kith.report.RunBuilder;
import io.kith.report.TuningSummary;
import io.kith.train.CheckpointOptions;
import io.kith.train.EpochSummary;
import io.kith.train.PseudoLabels;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.Validation;
import io.kith.train.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  public static Trained run(Table table, Split split, RunOptions options, RunContext context) {
    RunBuilder account = new RunBuilder(context.watcher());
    try (Preparation rows = new Preparation(table, split, context.parallel())) {
      requireClasses(rows, options);
      return run(rows, options, context, account);
    }
  }

  /** Runs on rows that other runs may share. */
  public static Trained run(Preparation rows, RunOptions options, RunContext context) {
    return run(rows, options, context, new RunBuilder(context.watcher()));
  }

  /**
   * Searches γ, κ and σ around the given options on the validation rows, then runs with the best.
   *
   * @param budget what the search may cost, in trainings of all epochs; at least 2
   */
  public static Trained tuned(
      Table table, Split split, RunOptions options, double budget, RunContext context) {
    Tuning.require(split, budget);
    RunBuilder account = new RunBuilder(context.watcher());
    try (Preparation rows = new Preparation(table, split, context.parallel())) {
      requireClasses(rows, options);
      double sigma = options.graph().isGiven() ? 0 : rows.graph(options, context).kernel().sigma();
      return tuned(rows, Candidates.around(options, sigma), budget, context, account);
    }
  }

  /** Runs with the best of any candidates, as {@link Tuning} chooses it. */
  public static Trained tuned(
      Preparation rows, List<RunOptions> candidates, double budget, RunContext context) {
    return tuned(rows, candidates, budget, context, new RunBuilder(context.watcher()));
  }

  private static Trained tuned(
      Preparation rows,
      List<RunOptions> candidates,
      double budget,
      RunContext context,
      RunBuilder account) {
    Tuning tuning = Tuning.of(rows, candidates, budget, context);
    account.tuning(tuning.summary());
    Trained trained = run(rows, tuning.best(), context, account);
    tuning.forget();
    return trained;
  }

  private static Trained run(
      Preparation rows, RunOptions options, RunContext context, RunBuilder account) {
    Dataset dataset = rows.dataset();
    Provenance provenance =
        Provenance.now(
            engine(context.compute()), context.command(), dataset.fingerprint(), options);
    account.origin(options.method().toString(), provenance);
    account.data(dataset, rows.split(), rows.visible(options), rows.standardizer());
    Fitted fitted = fit(rows, options, context, account);
    account.training(fitted.history());
    fitted.network().predictOn(context.compute().device());
    Model trained =
        new Model(
            fitted.network(),
            options.network(),
            rows.standardizer(),
            rows.table().schema(),
            options.data(),
            dataset.labels().names(),
            provenance);
    Split split = rows.split();
    Parallel parallel = context.parallel();
    Model model = calibrated(trained, dataset, split.validation(), parallel, account);
    account.validation(evaluate(model, dataset, split.validation(), parallel));
    account.test(evaluate(model, dataset, split.test(), parallel));
    account.origin(fitted.options().method().toString(), provenance);
    return new Trained(model, account.build());
  }

  private static String engine(Compute compute) {
    return compute.device().isGpu() ? Engine.version() + " on " + compute : Engine.version();
  }

  /** How well options do on the validation rows. Looks at no test row. */
  static EpochSummary trial(Preparation rows, RunOptions options, RunContext context) {
    Fitted fitted = train(rows, options, context, new RunBuilder(unfinished -> {}));
    fitted.network().close();
    return fitted.history().best();
  }

  /** A trained network, and by which options and how it came about. */
  private record Fitted(RunOptions options, DenseNetwork network, TrainingHistory history) {
    TuningSummary.Trial trial(boolean chosen) {
      EpochSummary best = history.best();
      int epochs = options.training().epochs();
      return new TuningSummary.Trial(
          Map.of("method", options.method().toString()),
          List.of(
              new TuningSummary.Round(epochs, best.validationAccuracy(), best.validationLogLoss())),
          chosen);
    }
  }

  private static Fitted fit(
      Preparation rows, RunOptions options, RunContext context, RunBuilder account) {
    if (options.method() != Method.AUTO) {
      return train(rows, options, context, account);
    }
    if (rows.split().validation().length == 0) { // nothing to judge by
      return train(rows, options.withMethod(Method.GRAPH), context, account);
    }
    if (!options.graph().isGiven()) {
      rows.graph(options, context); // what is wrong with it shows before any training
    }
    RunOptions supervised = options.withMethod(Method.SUPERVISED);
    BaselineFile file = new BaselineFile(context, fingerprint(rows, supervised));
    Fitted baseline = baseline(rows, supervised, file, context, account);
    checkpoints(rows, supervised, context).ifPresent(CheckpointOptions::discard);
    account.baseline();
    Fitted graph = train(rows, options.withMethod(Method.GRAPH), context, account);
    boolean graphIsBetter = graph.history().best().isBetterThan(baseline.history().best());
    account.compared(
        new TuningSummary(
            2, 2, 0, List.of(baseline.trial(!graphIsBetter), graph.trial(graphIsBetter))));
    (graphIsBetter ? baseline : graph).network().close();
    return graphIsBetter ? graph : baseline;
  }

  /** Trains the baseline, or takes it from an interrupted run that had trained it. */
  private static Fitted baseline(
      Preparation rows,
      RunOptions options,
      BaselineFile file,
      RunContext context,
      RunBuilder account) {
    DenseNetwork network = network(rows, options);
    Optional<TrainingHistory> known = file.restore(network.parameters());
    if (known.isPresent()) {
      return new Fitted(options, network, known.get());
    }
    network.close();
    Fitted baseline = train(rows, options, context, account);
    file.write(baseline.network().parameters(), baseline.history());
    return baseline;
  }

  private static Fitted train(
      Preparation rows, RunOptions given, RunContext context, RunBuilder account) {
    RunOptions options = given.withBatch(given.batch().forRows(rows.features().rows()));
    Labels visible = rows.visible(options);
    if (visible.labeledCount() == 0) {
      throw new BadInputException(
          "no training row has a label that may be seen: label some, or choose another split.");
    }
    return options.method() == Method.SELF_TRAINING
        ? selfTrained(rows, visible, options, context.withoutCheckpoint(), account)
        : train(rows, visible, options, context, account);
  }

  /** The network of the round that did best on the validation rows; of the last without any. */
  private static Fitted selfTrained(
      Preparation rows,
      Labels visible,
      RunOptions options,
      RunContext context,
      RunBuilder account) {
    List<Fitted> rounds = new ArrayList<>();
    rounds.add(train(rows, visible, options, context, account));
    Fitted best = rounds.get(0);
    for (int round = 0; round < options.selfTraining().rounds(); round++) {
      Labels taught =
          PseudoLabels.of(
              rounds.get(round).network(),
              rows.features(),
              visible,
              options.selfTraining().confidence(),
              context.parallel());
      Fitted next = train(rows, taught, options, context, account);
      rounds.add(next);
      boolean unjudged = rows.split().validation().length == 0;
      if (unjudged || next.history().best().isBetterThan(best.history().best())) {
        best = next;
      }
    }
    for (Fitted round : rounds) {
      if (round != best) {
        round.network().close();
      }
    }
    return best;
  }

  private static Fitted train(
      Preparation rows,
      Labels visible,
      RunOptions options,
      RunContext context,
      RunBuilder account) {
    Seed seed = new Seed(options.seed());
    Labels known = rows.dataset().labels();

    // graph, partition, batch
    MetaBatchPlan plan =
        options.method().usesGraph()
            ? graphPlan(rows, visible, options, context, account)
            : supervisedPlan(visible, options, seed);

    // objective, learner, train
    DenseNetwork network = network(rows, options);
    try (Optimizer optimizer = options.optimizer().optimizer(network.parameters().columns())) {
      Task task =
          new Task(
              network,
              optimizer,
              EntropicGraphObjective.of(options.objective(), visible),
              rows.features(),
              plan,
              new Validation(rows.held(), known.gather(rows.split().validation())));
      TrainingListener listener = account.epochs(context.listener());
      TrainingHistory history =
          trainer(rows, options, context).train(task, listener, context.progress());
      return new Fitted(options, network, history);
    }
  }

  private static DenseNetwork network(Preparation rows, RunOptions options) {
    return new DenseNetwork(
        rows.features().columns(),
        options.network(),
        rows.dataset().labels().classCount(),
        new Seed(options.seed()).derive("network"));
  }

  /** What validation asks for must be there to be learned. */
  private static void requireClasses(Preparation rows, RunOptions options) {
    rows.dataset()
        .labels()
        .gather(rows.split().validation())
        .requireLearnable(rows.visible(options).histogram());
  }

  private static Trainer trainer(Preparation rows, RunOptions options, RunContext context) {
    Seed seed = new Seed(options.seed()).derive("train");
    Workers.Start workers =
        context.compute().device().isGpu() ? Workers.gpu(context.compute()) : Workers::threads;
    Trainer trainer =
        new Trainer(options.training(), seed, context.parallel()).withWorkers(workers);
    return checkpoints(rows, options, context).map(trainer::withCheckpoints).orElse(trainer);
  }

  private static Optional<CheckpointOptions> checkpoints(
      Preparation rows, RunOptions options, RunContext context) {
    return context
        .checkpoint()
        .map(
            place ->
                new CheckpointOptions(
                    place.file(), place.seconds(), place.resume(), fingerprint(rows, options)));
  }

  /** Changes with the data, the split and the options. */
  private static String fingerprint(Preparation rows, RunOptions options) {
    return new Fingerprint()
        .add(rows.dataset().fingerprint())
        .add(rows.split().train())
        .add(rows.split().validation())
        .add(Json.text(options))
        .text();
  }

  private static MetaBatchPlan graphPlan(
      Preparation rows,
      Labels visible,
      RunOptions options,
      RunContext context,
      RunBuilder account) {
    Seed seed = new Seed(options.seed());
    AffinityGraph graph =
        options.graph().isGiven()
            ? givenGraph(rows, options, account)
            : builtGraph(rows, options, context, account);

    Partition blocks = rows.partition(graph, visible, options, context);
    account.partition(blocks, PartitionQuality.of(graph, blocks));

    MetaBatchPlan plan =
        MetaBatchPlan.of(graph, blocks, visible, options.batch(), seed.derive("batch"));
    Labels known = rows.dataset().labels().gather(rows.split().train());
    account.batches(BatchQuality.of(graph, plan, known));
    return plan;
  }

  private static AffinityGraph builtGraph(
      Preparation rows, RunOptions options, RunContext context, RunBuilder account) {
    BuiltGraph built = rows.graph(options, context);
    account.graph(built);
    return built.graph();
  }

  /** The part of a graph over all rows that lies between training rows. */
  private static AffinityGraph givenGraph(
      Preparation rows, RunOptions options, RunBuilder account) {
    StoredGraph stored =
        GraphFile.readStored(Path.of(options.graph().file()), rows.dataset(), options.graph());
    AffinityGraph graph = stored.graph().induced(rows.split().train());
    account.graph(graph, stored.origin());
    return graph;
  }

  private static MetaBatchPlan supervisedPlan(Labels visible, RunOptions options, Seed seed) {
    BatchOptions batch = options.batch();
    return MetaBatchPlan.labeledOnly(
        visible,
        batch.rowsOfLabeledStep(),
        batch.labeledSteps(visible.size()),
        seed.derive("batch"));
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
