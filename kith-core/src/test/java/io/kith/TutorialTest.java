package io.kith;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Dataset;
import io.kith.data.Datasets;
import io.kith.data.Labels;
import io.kith.data.ReadOptions;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.SplitOptions;
import io.kith.data.Standardizer;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.graph.AffinityGraph;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.GraphOptions;
import io.kith.graph.Neighbors;
import io.kith.graph.Symmetrization;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.Objective;
import io.kith.objective.ObjectiveOptions;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import io.kith.report.Run;
import io.kith.train.Task;
import io.kith.train.Trainer;
import io.kith.train.TrainingHistory;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import io.kith.train.Validation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the README and of docs/tutorial.md; both are compared with this file. */
class TutorialTest {
  @TempDir Path folder;

  @Test
  void theShortForm() {
    Path file = folder.resolve("curves.csv");
    Path out = folder.resolve("model");
    Datasets.write(Curves.dataset(1200, 3, 12, 0.5, 1), file);
    // <short>
    Dataset data = Datasets.read(file, ReadOptions.defaults().withLabel("label")).dataset();
    Trained trained = Kith.run(data, RunOptions.defaults());
    Run run = trained.run();
    trained.model().save(out);
    // </short>
    assertThat(run.test().accuracy()).isGreaterThan(0.8);
    assertThat(out.resolve("model.json")).exists();
  }

  @Test
  void theLongForm() {
    Dataset data = Curves.dataset(1200, 3, 12, 0.5, 1);
    Progress progress = Progress.NONE;
    try (Parallel parallel = new Parallel(2)) {
      // <long>
      Seed seed = new Seed(1);

      // data: which rows train, which labels may be seen, features to one scale
      SplitOptions splitting = SplitOptions.defaults().withLabelRatio(0.05);
      Split split = Split.of(data, splitting, seed);
      Labels visible = split.visibleLabels(data.labels(), splitting, seed).gather(split.train());
      Standardizer scale = Standardizer.fit(data.features(), split.train(), parallel);
      FloatMatrix rows = scale.apply(data.features().gather(split.train(), parallel), parallel);

      // graph: who is like whom
      Neighbors near = new ExactNeighborSearch().search(rows, 10, parallel, progress);
      AffinityGraph graph =
          AffinityGraph.of(near, GraphOptions.defaults().kernelFor(near), Symmetrization.UNION);

      // partition: small balanced blocks, here 50 of them, within 5 %
      Partition blocks =
          new MultilevelPartitioner().partition(graph, 50, 0.05, seed, parallel, progress);

      // batch: random blocks merged into meta-batches, each joined by a neighbour at every step
      BatchOptions batching = BatchOptions.defaults().withBatchSize(256).withLabeledPerStep(32);
      MetaBatchPlan plan = MetaBatchPlan.of(graph, blocks, visible, batching, seed);

      // objective, learner, train
      Objective objective = new EntropicGraphObjective(ObjectiveOptions.defaults());
      NetworkOptions shape = new NetworkOptions(List.of(64, 64), 0.2);
      DenseNetwork network =
          new DenseNetwork(rows.columns(), shape, data.labels().classCount(), seed);
      Optimizer optimizer = new AdaGrad(network.parameters().columns());
      FloatMatrix held = scale.apply(data.features().gather(split.test(), parallel), parallel);
      Validation validation = new Validation(held, data.labels().gather(split.test()));
      TrainingHistory history =
          new Trainer(TrainingOptions.defaults().withLearningRate(0.01), seed, parallel)
              .train(
                  new Task(network, optimizer, objective, rows, plan, validation),
                  TrainingListener.NONE,
                  progress);

      // evaluate
      Evaluation evaluation = validation.evaluate(network, parallel);
      // </long>
      assertThat(history.epochs()).hasSize(30);
      assertThat(evaluation.accuracy()).isGreaterThan(0.6);
    }
  }

  @Test
  void theSearch() {
    Dataset data = Curves.dataset(600, 3, 12, 0.5, 1);
    RunOptions options =
        RunOptions.defaults()
            .withTraining(TrainingOptions.defaults().withEpochs(2))
            .withNetwork(new NetworkOptions(List.of(16), 0));
    Split split = Split.of(data, options.split(), new Seed(1));
    Table table = new Table(data, Schema.numeric(data.featureNames()), Map.of());
    Trained trained;
    try (Parallel parallel = new Parallel(2)) {
      // <search>
      try (Preparation rows = new Preparation(table, split, parallel)) {
        List<RunOptions> candidates =
            List.of(
                options.withMethod(Method.SUPERVISED),
                options,
                options.withGraph(options.graph().withNeighbors(20)));
        Tuning tuning = Tuning.of(rows, candidates, 3, RunContext.silent(parallel));
        trained = Kith.run(rows, tuning.best(), RunContext.silent(parallel));
      }
      // </search>
    }
    assertThat(trained.run().test().rows()).isPositive();
  }

  @Test
  void theDocumentsShowThisCode() throws Exception {
    List<String> source = Files.readAllLines(Path.of("src/test/java/io/kith/TutorialTest.java"));
    assertThat(Files.readString(Path.of("../README.md"))).contains(snippet(source, "short"));
    assertThat(Files.readString(Path.of("../docs/tutorial.md")))
        .contains(snippet(source, "short"))
        .contains(snippet(source, "search"))
        .contains(snippet(source, "long"));
  }

  private static String snippet(List<String> source, String name) {
    List<String> lines = new ArrayList<>();
    int from = -1;
    int indent = 0;
    for (int i = 0; i < source.size(); i++) {
      String line = source.get(i);
      if (line.strip().equals("// <" + name + ">")) {
        from = i;
        indent = line.indexOf('/');
      } else if (line.strip().equals("// </" + name + ">")) {
        break;
      } else if (from >= 0) {
        lines.add(line.isBlank() ? "" : line.substring(indent));
      }
    }
    assertThat(from).as("snippet " + name).isNotNegative();
    return String.join("\n", lines);
  }
}
