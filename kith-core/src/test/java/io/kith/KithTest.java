package io.kith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.BatchOptions;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.SplitOptions;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import io.kith.learner.NetworkOptions;
import io.kith.report.Run;
import io.kith.report.RunPage;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline on data small enough for every build. */
class KithTest {
  private static final RunOptions OPTIONS =
      RunOptions.defaults()
          .withMethod(Method.GRAPH)
          .withSplit(SplitOptions.defaults().withLabelRatio(0.02))
          .withBatch(BatchOptions.defaults().withBatchSize(128).withLabeledPerStep(32))
          .withPartition(RunOptions.defaults().partition().withBlockSize(16))
          .withNetwork(new NetworkOptions(List.of(64, 64), 0.1))
          .withTraining(TrainingOptions.defaults().withEpochs(40).withLearningRate(0.01));

  @Test
  void theGraphHelpsWhereLabelsAreFew() {
    double supervised = 0;
    double graph = 0;
    for (long seed = 1; seed <= 3; seed++) {
      Dataset curves = Curves.dataset(2400, 4, 20, 1.0, seed);
      RunOptions options = OPTIONS.withSeed(seed);
      supervised +=
          Kith.run(curves, options.withMethod(Method.SUPERVISED)).run().test().accuracy() / 3;
      graph += Kith.run(curves, options).run().test().accuracy() / 3;
    }
    assertThat(graph)
        .as("graph %s, supervised %s", graph, supervised)
        .isGreaterThan(supervised + 0.05);
  }

  @Test
  void everyMethodTrains() {
    Dataset curves = Curves.dataset(2400, 4, 20, 1.0, 4);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(10));
    Map<Method, Run> runs = new java.util.EnumMap<>(Method.class);
    for (Method method : Method.values()) {
      runs.put(method, Kith.run(curves, options.withMethod(method)).run());
      assertThat(runs.get(method).test().accuracy()).as("%s", method).isGreaterThan(0.4);
      assertThat(runs.get(method).graph().isPresent()).isEqualTo(method.usesGraph());
    }
    double meta = runs.get(Method.GRAPH).batches().orElseThrow().connectivity();
    double random = runs.get(Method.GRAPH_RANDOM).batches().orElseThrow().connectivity();
    double partitions = runs.get(Method.GRAPH_PARTITIONS).batches().orElseThrow().connectivity();
    assertThat(meta).isBetween(2 * random, partitions);
  }

  @Test
  void selfTrainingLearnsFromWhatItIsSureOfAndIsNoWorseOnValidationRows() {
    Dataset curves = Curves.dataset(2400, 4, 20, 0.5, 4);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(10));
    Run alone = Kith.run(curves, options.withMethod(Method.SUPERVISED)).run();
    RunOptions selfTraining = options.withMethod(Method.SELF_TRAINING);
    Run taught = Kith.run(curves, selfTraining).run();
    assertThat(taught.validation().accuracy())
        .isGreaterThanOrEqualTo(alone.validation().accuracy());
    assertThat(taught.training()).isNotEqualTo(alone.training());
    // never sure of anything: nothing but the labels to learn from
    Run unsure =
        Kith.run(
                curves,
                selfTraining.withSelfTraining(selfTraining.selfTraining().withConfidence(1)))
            .run();
    assertThat(unsure.test()).isEqualTo(alone.test());
  }

  @Test
  void oneThreadAndTwoGiveTheSameModelAndNumbers(@TempDir Path folder) throws Exception {
    Dataset curves = Curves.dataset(2400, 4, 20, 1.0, 5);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(4));
    Run[] runs = new Run[2];
    byte[][] weights = new byte[2][];
    for (int t = 1; t <= 2; t++) {
      try (Parallel parallel = new Parallel(t)) {
        Table table = new Table(curves, Schema.numeric(curves.featureNames()), Map.of());
        Split split = Split.of(curves, options.split(), new Seed(options.seed()));
        Trained trained = Kith.run(table, split, options, RunContext.silent(parallel));
        runs[t - 1] = trained.run();
        Path model = folder.resolve("model" + t);
        trained.model().save(model);
        weights[t - 1] = Files.readAllBytes(model.resolve("weights.safetensors"));
      }
    }
    assertThat(weights[1]).isEqualTo(weights[0]);
    assertThat(runs[1].test()).isEqualTo(runs[0].test());
    assertThat(runs[1].graph()).isEqualTo(runs[0].graph());
    assertThat(runs[1].training().best().loss()).isEqualTo(runs[0].training().best().loss());
  }

  @Test
  void aStoredModelPredictsWhatTheTrainedOneDid(@TempDir Path folder) {
    Dataset curves = Curves.dataset(2400, 4, 20, 1.0, 6);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(2));
    Trained trained = Kith.run(curves, options);
    trained.model().save(folder.resolve("model"));
    try (Parallel parallel = new Parallel(2);
        Model loaded = Model.load(folder.resolve("model"));
        FloatMatrix before = trained.model().logProbabilities(curves.features(), parallel);
        FloatMatrix after = loaded.logProbabilities(curves.features(), parallel)) {
      assertThat(loaded.classNames()).containsExactly("a", "b", "c", "d");
      assertThat(loaded.provenance().dataFingerprint()).isEqualTo(curves.fingerprint());
      for (int i = 0; i < curves.size(); i++) {
        assertThat(after.get(i, 0)).isEqualTo(before.get(i, 0));
      }
    }
  }

  @Test
  void aRunIsWrittenAndReadBackAndMakesAPage(@TempDir Path folder) throws Exception {
    Dataset curves = Curves.dataset(2400, 4, 20, 1.0, 7);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(2));
    Run graph = Kith.run(curves, options).run();
    Run supervised = Kith.run(curves, options.withMethod(Method.SUPERVISED)).run();
    graph.write(folder.resolve("run.json"));
    Run back = Run.read(folder.resolve("run.json"));
    assertThat(Json.text(back)).isEqualTo(Json.text(graph));
    assertThat(Json.as(back.provenance().options(), RunOptions.class, "run.json"))
        .isEqualTo(options);
    RunPage.write(folder.resolve("report.html"), List.of(back, supervised));
    String page = Files.readString(folder.resolve("report.html"));
    assertThat(page)
        .contains(
            "<svg",
            "Test accuracy",
            "supervised",
            "Confusion, graph",
            "\"graphWeight\"".replace("\"", "&quot;"))
        .doesNotContain("http://", "https://", "<script");
  }

  @Test
  void hiddenLabelsChangeNothingThatTrainingDoes() {
    Dataset curves = Curves.dataset(2400, 4, 20, 1.0, 8);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(2));
    Split split = Split.of(curves, options.split(), new Seed(options.seed()));
    Labels visible =
        split.visibleLabels(curves.labels(), options.split(), new Seed(options.seed()));
    // The same rows, but every hidden training label is really unknown.
    int[] known = curves.labels().labeledRows();
    int[] train = split.train();
    java.util.Set<Integer> hidden = new java.util.HashSet<>();
    for (int row : train) {
      if (!visible.isLabeled(row)) {
        hidden.add(row);
      }
    }
    int[] kept = java.util.Arrays.stream(known).filter(row -> !hidden.contains(row)).toArray();
    Dataset poorer = curves.withLabels(curves.labels().keepOnly(kept));
    RunOptions allVisible = options.withSplit(options.split().withLabelRatio(1));
    try (Parallel parallel = new Parallel(1)) {
      RunContext context = RunContext.silent(parallel);
      Run richRun = Kith.run(table(curves), split, options, context).run();
      Run poorRun = Kith.run(table(poorer), split, allVisible, context).run();
      assertThat(poorRun.test()).isEqualTo(richRun.test());
      assertThat(poorRun.training().best().loss()).isEqualTo(richRun.training().best().loss());
    }
  }

  @Test
  void byDefaultTheBaselineIsKeptWhereItDoesBetterOnTheValidationRows() {
    RunOptions auto =
        OPTIONS.withMethod(Method.AUTO).withTraining(OPTIONS.training().withEpochs(12));
    Set<String> kept = new HashSet<>();
    for (double weight : new double[] {0.05, 30}) {
      RunOptions options = auto.withObjective(auto.objective().withGraphWeight(weight));
      Dataset curves = Curves.dataset(1200, 3, 12, 1.0, 4);
      Run run = Kith.run(curves, options).run();
      Run graph = Kith.run(curves, options.withMethod(Method.GRAPH)).run();
      Run supervised = Kith.run(curves, options.withMethod(Method.SUPERVISED)).run();
      Run better =
          graph.training().best().isBetterThan(supervised.training().best()) ? graph : supervised;
      assertThat(run.method()).isEqualTo(better.method());
      assertThat(run.test()).isEqualTo(better.test());
      assertThat(run.graph()).isEqualTo(graph.graph());
      assertThat(run.tuning().orElseThrow().trials())
          .extracting(trial -> trial.last().accuracy())
          .containsExactly(
              supervised.training().best().validationAccuracy(),
              graph.training().best().validationAccuracy());
      kept.add(run.method());
    }
    assertThat(kept).containsExactlyInAnyOrder("graph", "supervised");
  }

  @Test
  void aRunThatIsInterruptedWithEitherNetworkGoesOnAsIfNothingHappened(@TempDir Path folder) {
    Dataset curves = Curves.dataset(600, 3, 12, 1.0, 4);
    RunOptions auto =
        OPTIONS.withMethod(Method.AUTO).withTraining(OPTIONS.training().withEpochs(4));
    Split split = Split.of(curves, auto.split(), new Seed(auto.seed()));
    RunContext.CheckpointPlace place =
        new RunContext.CheckpointPlace(folder.resolve("checkpoint.npz"), 1e-9, true);
    try (Parallel parallel = new Parallel(2)) {
      RunContext silent = RunContext.silent(parallel);
      Run whole = Kith.run(table(curves), split, auto, silent).run();
      for (int fatalEpoch : new int[] {2, 6}) { // of 4 with the baseline and 4 with the graph
        int[] epochs = {0};
        TrainingListener killer =
            epoch -> {
              if (++epochs[0] == fatalEpoch) {
                throw new IllegalStateException("killed");
              }
            };
        RunContext dying = new RunContext(parallel, Progress.NONE, killer, "", Optional.of(place));
        assertThatThrownBy(() -> Kith.run(table(curves), split, auto, dying)).hasMessage("killed");
        epochs[0] = -100;
        Run resumed = Kith.run(table(curves), split, auto, dying).run();
        assertThat(epochs[0] + 100).as("epochs still to train").isEqualTo(8 - fatalEpoch + 1);
        assertThat(resumed.test()).isEqualTo(whole.test());
        assertThat(resumed.tuning()).isEqualTo(whole.tuning());
        assertThat(folder).isEmptyDirectory();
      }
    }
  }

  @Test
  void withoutValidationRowsTheGraphIsTakenAtItsWord() {
    RunOptions auto =
        OPTIONS
            .withMethod(Method.AUTO)
            .withTraining(OPTIONS.training().withEpochs(2))
            .withSplit(SplitOptions.defaults().withValidation(0));
    Run run = Kith.run(Curves.dataset(600, 3, 12, 1.0, 4), auto).run();
    assertThat(run.method()).isEqualTo("graph");
    assertThat(run.tuning()).isEmpty();
  }

  @Test
  void softLabelsOfOneClassTrainTheSameNetworkAndTrulySoftOnesAnother() {
    Dataset curves = Curves.dataset(1200, 3, 12, 1.0, 4);
    RunOptions options = OPTIONS.withTraining(OPTIONS.training().withEpochs(3));
    Run hard = Kith.run(curves, options).run();
    Run oneHot = Kith.run(curves.withLabels(softened(curves.labels(), 0)), options).run();
    Run soft = Kith.run(curves.withLabels(softened(curves.labels(), 0.3f)), options).run();
    assertThat(oneHot.training().best().loss()).isEqualTo(hard.training().best().loss());
    assertThat(oneHot.test()).isEqualTo(hard.test());
    assertThat(soft.test().logLoss()).isNotEqualTo(hard.test().logLoss());
    assertThat(soft.test().rows()).isEqualTo(hard.test().rows());
  }

  @Test
  void withoutLabelsToLearnFromThereIsNothingToTrain() {
    Dataset curves = Curves.dataset(600, 3, 12, 1.0, 4);
    Split split = Split.of(curves, OPTIONS.split(), new Seed(1));
    int[] held = split.validation();
    refused(
        curves.withLabels(curves.labels().keepOnly(held)),
        split,
        "no training row has a label that may be seen: label some, or choose another split.");
    int[] twoClasses =
        java.util.stream.IntStream.range(0, 600)
            .filter(i -> curves.labels().label(i) != 2 || Arrays.binarySearch(held, i) >= 0)
            .toArray();
    refused(
        curves.withLabels(curves.labels().keepOnly(twoClasses)),
        split,
        "20 validation rows are of class \"c\", of which no training row has a label that may be"
            + " seen: label one, raise --label-ratio, or leave the class out.");
  }

  private static void refused(Dataset data, Split split, String why) {
    try (Parallel parallel = new Parallel(1)) {
      RunContext context = RunContext.silent(parallel);
      for (Method method : Method.values()) {
        assertThatThrownBy(() -> Kith.run(table(data), split, OPTIONS.withMethod(method), context))
            .isInstanceOf(BadInputException.class)
            .hasMessage(why);
      }
    }
  }

  /** Labels that give a share to the next class. */
  private static Labels softened(Labels hard, float share) {
    float[][] targets = new float[hard.size()][hard.classCount()];
    for (int i = 0; i < targets.length; i++) {
      targets[i][hard.label(i)] += 1 - share;
      targets[i][(hard.label(i) + 1) % hard.classCount()] += share;
    }
    return Labels.soft(targets, hard.names());
  }

  @Test
  void aBlockLargerThanABatchIsRefused() {
    RunOptions options = OPTIONS.withPartition(OPTIONS.partition().withBlockSize(300));
    assertThatThrownBy(() -> Kith.run(Curves.dataset(2400, 4, 20, 1.0, 9), options))
        .hasMessage(
            "a block of 300 rows does not fit a batch of 128:"
                + " choose a smaller --block-size or a larger --batch-size.");
  }

  private static Table table(Dataset dataset) {
    return new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of());
  }
}
