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
import io.kith.learner.NetworkOptions;
import io.kith.report.Run;
import io.kith.report.RunPage;
import io.kith.report.TuningSummary;
import io.kith.train.TrainingListener;
import io.kith.train.TrainingOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningTest {
  private static final RunOptions OPTIONS =
      RunOptions.defaults()
          .withMethod(Method.GRAPH)
          .withSplit(SplitOptions.defaults().withLabelRatio(0.03))
          .withBatch(BatchOptions.defaults().withBatchSize(128).withLabeledPerStep(16))
          .withPartition(RunOptions.defaults().partition().withBlockSize(16))
          .withNetwork(new NetworkOptions(List.of(24), 0.1))
          .withTraining(TrainingOptions.defaults().withEpochs(9).withLearningRate(0.01));

  private static final Dataset CURVES = Curves.dataset(800, 3, 12, 1.0, 3);

  @TempDir Path folder;

  @Test
  void theChosenOptionsDoNoWorseThanTheBaselineAndAreRunInTheEnd() {
    try (Parallel parallel = new Parallel(2)) {
      Trained trained =
          Kith.tuned(table(CURVES), split(CURVES), OPTIONS, 3, RunContext.silent(parallel));
      Run run = trained.run();
      TuningSummary tuning = run.tuning().orElseThrow();
      TuningSummary.Trial baseline = tuning.trials().get(0);
      TuningSummary.Trial chosen = tuning.ranked().get(0);
      assertThat(baseline.options()).containsEntry("method", "supervised");
      assertThat(baseline.options()).containsEntry("objective.graphWeight", "0.0");
      assertThat(baseline.last().epochs()).isEqualTo(9);
      assertThat(chosen.chosen()).isTrue();
      assertThat(chosen.last().accuracy()).isGreaterThanOrEqualTo(baseline.last().accuracy());
      assertThat(tuning.spent()).isLessThanOrEqualTo(3);
      // the last round already was the whole training
      assertThat(run.training().best().validationAccuracy()).isEqualTo(chosen.last().accuracy());
      RunOptions recorded = Json.as(run.provenance().options(), RunOptions.class, "run");
      assertThat(recorded.objective().graphWeight())
          .isEqualTo(Double.parseDouble(chosen.options().get("objective.graphWeight")));
      trained.model().close();
    }
  }

  @Test
  void theGraphIsChosenWhereItHelpsAndNotWhereItMisleads() {
    RunOptions longer = OPTIONS.withTraining(OPTIONS.training().withEpochs(27));
    assertThat(chosen(Curves.dataset(2400, 4, 20, 1.0, 1), longer, 1)).isEqualTo(Method.GRAPH);
    RunOptions misled = longer.withSplit(SplitOptions.defaults());
    assertThat(chosen(Parity.dataset(1200, 1), misled, 10)).isEqualTo(Method.SUPERVISED);
  }

  @Test
  void oneThreadAndTwoChooseTheSameByTheSameNumbers() {
    TuningSummary[] found = new TuningSummary[2];
    for (int t = 1; t <= 2; t++) {
      try (Parallel parallel = new Parallel(t);
          Preparation rows = new Preparation(table(CURVES), split(CURVES), parallel)) {
        found[t - 1] =
            Tuning.of(rows, Candidates.around(OPTIONS, 2), 2.5, RunContext.silent(parallel))
                .summary();
      }
    }
    assertThat(found[1]).isEqualTo(found[0]);
  }

  @Test
  void testRowsAndHiddenLabelsChangeNothing() {
    Split split = split(CURVES);
    Labels visible = split.visibleLabels(CURVES.labels(), OPTIONS.split(), new Seed(1));
    int[] kept =
        IntStream.range(0, CURVES.size())
            .filter(
                row -> visible.isLabeled(row) || Arrays.binarySearch(split.validation(), row) >= 0)
            .toArray();
    Dataset poorer = CURVES.withLabels(CURVES.labels().keepOnly(kept));
    RunOptions all = OPTIONS.withSplit(OPTIONS.split().withLabelRatio(1));
    assertThat(search(poorer, split, all, 2.5).summary())
        .isEqualTo(search(CURVES, split, OPTIONS, 2.5).summary());
  }

  @Test
  void theGraphOfAnotherWidthIsMadeOfTheSameNeighbours() {
    try (Parallel parallel = new Parallel(2);
        Preparation rows = new Preparation(table(CURVES), split(CURVES), parallel)) {
      RunContext context = RunContext.silent(parallel);
      var first = rows.graph(OPTIONS, context);
      RunOptions wider = OPTIONS.withGraph(OPTIONS.graph().withSigma(5));
      var second = rows.graph(wider, context);
      assertThat(second.neighbors()).isSameAs(first.neighbors());
      assertThat(second.kernel().sigma()).isEqualTo(5);
      try (Preparation afresh = new Preparation(table(CURVES), split(CURVES), parallel)) {
        assertThat(afresh.graph(wider, context).graph().fingerprint())
            .isEqualTo(second.graph().fingerprint());
      }
    }
  }

  @Test
  void anInterruptedSearchGoesOnWhereItStopped() {
    RunContext.CheckpointPlace place =
        new RunContext.CheckpointPlace(folder.resolve("checkpoint.npz"), 60, true);
    List<RunOptions> candidates = Candidates.around(OPTIONS, 2).subList(0, 4);
    try (Parallel parallel = new Parallel(2);
        Preparation rows = new Preparation(table(CURVES), split(CURVES), parallel)) {
      Progress killer =
          (stage, done, total, unit) -> {
            if (done > 3) {
              throw new IllegalStateException("killed");
            }
          };
      RunContext dying =
          new RunContext(parallel, killer, TrainingListener.NONE, "", Optional.of(place));
      assertThatThrownBy(() -> Tuning.of(rows, candidates, 3, dying)).hasMessage("killed");
      assertThat(folder.resolve(Tuning.FILE)).exists();
      RunContext silent = RunContext.silent(parallel);
      Tuning resumed = Tuning.of(rows, candidates, 3, silent.withCheckpoint(place));
      assertThat(resumed.summary()).isEqualTo(Tuning.of(rows, candidates, 3, silent).summary());
      resumed.forget();
      assertThat(folder).isEmptyDirectory();
    }
  }

  @Test
  void aCandidateThatDivergesIsDroppedAndTheRestIsJudged() {
    RunOptions mad = OPTIONS.withTraining(OPTIONS.training().withLearningRate(1e30));
    Tuning tuning =
        search(CURVES, split(CURVES), List.of(OPTIONS.withMethod(Method.SUPERVISED), mad), 2);
    assertThat(tuning.best().method()).isEqualTo(Method.SUPERVISED);
    assertThat(tuning.summary().ranked().get(1).last().accuracy()).isNaN();
    assertThat(Json.text(tuning.summary())).contains("NaN");
  }

  @Test
  void withoutValidationRowsThereIsNothingToJudgeBy() {
    Split split = Split.of(split(CURVES).train(), new int[0], split(CURVES).test());
    assertThatThrownBy(() -> search(CURVES, split, OPTIONS, 3))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "a search needs labelled validation rows to judge by: set --validation above 0.");
  }

  @Test
  void theTableIsKeptInTheRunAndOnItsPage() throws Exception {
    Trained trained = tuned(List.of(OPTIONS.withMethod(Method.SUPERVISED), OPTIONS));
    Path file = folder.resolve("run.json");
    trained.run().write(file);
    Run back = Run.read(file);
    assertThat(back.tuning()).isEqualTo(trained.run().tuning());
    RunPage.write(folder.resolve("page.html"), List.of(back));
    assertThat(Files.readString(folder.resolve("page.html")))
        .contains("Options tried", "2 candidates for the price of 2.0 trainings")
        .contains("<th scope=\"col\">method</th>");
    trained.model().close();
  }

  @Test
  void candidatesSurroundTheGivenOptionsWithTheBaselineFirst() {
    List<RunOptions> around = Candidates.around(OPTIONS, 2);
    assertThat(around).doesNotHaveDuplicates().contains(OPTIONS).hasSize(25);
    assertThat(around.get(0).method()).isEqualTo(Method.SUPERVISED);
    assertThat(around.get(1)).isEqualTo(OPTIONS);
    RunOptions paper = RunOptions.paper();
    assertThat(Candidates.around(paper, 2)).contains(paper);
    assertThat(Candidates.around(OPTIONS, 0)).hasSize(9); // a kernel without a width
    assertThat(Candidates.supervised(OPTIONS)).doesNotHaveDuplicates().hasSizeGreaterThan(8);
  }

  /** Of the baseline and a graph term of some weight. */
  private static Method chosen(Dataset data, RunOptions options, double weight) {
    RunOptions graph = options.withObjective(options.objective().withGraphWeight(weight));
    List<RunOptions> both = List.of(options.withMethod(Method.SUPERVISED), graph);
    return search(data, split(data), both, 2).best().method();
  }

  private static Tuning search(Dataset data, Split split, RunOptions options, double budget) {
    return search(data, split, Candidates.around(options, 2), budget);
  }

  private static Tuning search(
      Dataset data, Split split, List<RunOptions> candidates, double budget) {
    try (Parallel parallel = new Parallel(2);
        Preparation rows = new Preparation(table(data), split, parallel)) {
      return Tuning.of(rows, candidates, budget, RunContext.silent(parallel));
    }
  }

  private static Trained tuned(List<RunOptions> candidates) {
    try (Parallel parallel = new Parallel(2);
        Preparation rows = new Preparation(table(CURVES), split(CURVES), parallel)) {
      return Kith.tuned(rows, candidates, 2, RunContext.silent(parallel));
    }
  }

  private static Split split(Dataset data) {
    return Split.of(data, OPTIONS.split(), new Seed(1));
  }

  private static Table table(Dataset data) {
    return new Table(data, Schema.numeric(data.featureNames()), Map.of());
  }
}
