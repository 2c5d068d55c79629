package io.kith.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.Curves;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.Parallel;
import io.kith.batch.BatchOptions;
import io.kith.data.Dataset;
import io.kith.data.Groups;
import io.kith.data.Schema;
import io.kith.data.Table;
import io.kith.evaluate.Spread;
import io.kith.learner.NetworkOptions;
import io.kith.train.TrainingOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  private static final RunOptions BASE =
      RunOptions.defaults()
          .withBatch(BatchOptions.defaults().withBatchSize(128).withLabeledPerStep(32))
          .withNetwork(new NetworkOptions(List.of(32), 0.1))
          .withTraining(TrainingOptions.defaults().withEpochs(3).withLearningRate(0.01));

  private static final ComparisonOptions SMALL =
      ComparisonOptions.defaults()
          .withRatios(List.of(5.0, 100.0))
          .withSeeds(2)
          .withBudget(0)
          .withMethods(List.of("supervised", "graph", "label-spreading", "pmp"));

  @TempDir Path folder;

  @Test
  void everyMethodRunsAtEveryRatioWithEverySeed() {
    ComparisonResult result = compare(data(), BASE, SMALL, ComparisonListener.NONE);
    assertThat(result.cells()).hasSize(2 * 2 * 4);
    assertThat(result.standings()).hasSize(2 * 4);
    for (ComparisonResult.Standing standing : result.standings()) {
      List<Cell> own =
          result.cells().stream()
              .filter(c -> c.method().equals(standing.method()) && c.ratio() == standing.ratio())
              .toList();
      assertThat(own).extracting(Cell::seed).containsExactly(1L, 2L);
      assertThat(standing.test())
          .isEqualTo(Spread.of(own.stream().mapToDouble(Cell::testAccuracy).toArray()));
      assertThat(standing.test().mean()).as(standing.method()).isGreaterThan(0.4);
      assertThat(standing.difference().isPresent())
          .isEqualTo(!standing.method().equals("supervised"));
      assertThat(Double.isNaN(standing.hidden().mean())).isEqualTo(standing.ratio() == 100);
    }
    ComparisonResult.Standing graph = result.standing("graph", 5);
    assertThat(graph.difference().orElseThrow().overSeeds().mean())
        .isCloseTo(
            graph.test().mean() - result.standing("supervised", 5).test().mean(), within(1e-12));
    assertThat(ComparisonTable.text(result)).contains("supervised", "pmp", "5 %", "100 %");
    assertThat(AccuracyPlot.svg(result)).contains("<polygon", "label-spreading", "share of");
  }

  @Test
  void aFinishedCellIsNotRunAgain() {
    Dataset data = data();
    List<String> first = new ArrayList<>();
    ComparisonListener stopping =
        new ComparisonListener() {
          @Override
          public void finished(Cell cell, boolean before) {
            first.add(cell.method());
            if (first.size() == 5) {
              throw new IllegalStateException("interrupted");
            }
          }
        };
    assertThatThrownBy(() -> compare(data, BASE, SMALL, stopping)).hasMessage("interrupted");
    List<Boolean> before = new ArrayList<>();
    ComparisonListener counting =
        new ComparisonListener() {
          @Override
          public void finished(Cell cell, boolean was) {
            before.add(was);
          }
        };
    ComparisonResult resumed = compare(data, BASE, SMALL, counting);
    assertThat(before.subList(0, 5)).containsOnly(true);
    assertThat(before.subList(5, before.size())).containsOnly(false);

    // the same numbers as a comparison that was not interrupted
    ComparisonResult whole =
        run(data, BASE, SMALL, folder.resolve("other"), ComparisonListener.NONE);
    for (int i = 0; i < whole.cells().size(); i++) {
      assertThat(resumed.cells().get(i).testAccuracy())
          .isEqualTo(whole.cells().get(i).testAccuracy());
      assertThat((Double) resumed.cells().get(i).hiddenAccuracy())
          .isEqualTo((Double) whole.cells().get(i).hiddenAccuracy());
    }

    // other options are another comparison
    before.clear();
    RunOptions wider = BASE.withNetwork(new NetworkOptions(List.of(16), 0.1));
    compare(data, wider, SMALL.withSeeds(1).withRatios(List.of(5.0)), counting);
    assertThat(before).containsOnly(false);
  }

  @Test
  void candidatesAreChosenOnceForEachRatioAndTheFirstIsTheOneToBeat() {
    List<String> chosen = new ArrayList<>();
    ComparisonListener listener =
        new ComparisonListener() {
          @Override
          public void chose(
              String method, double ratio, Map<String, String> options, double seconds) {
            chosen.add(method + " " + options);
          }
        };
    ComparisonOptions tuned =
        SMALL
            .withRatios(List.of(5.0))
            .withBudget(2)
            .withMethods(List.of("supervised", "label-propagation", "mad"));
    ComparisonResult result = compare(data(), BASE, tuned, listener);
    assertThat(chosen).hasSize(3);
    for (String method : tuned.methods()) {
      List<Cell> own = result.cells().stream().filter(c -> c.method().equals(method)).toList();
      assertThat(own.get(1).chosen()).isEqualTo(own.get(0).chosen());
    }
    for (String name : Contender.names()) {
      List<Map<String, String>> candidates = Contender.named(name).candidates(BASE);
      assertThat(candidates).as(name).doesNotHaveDuplicates().hasSizeBetween(2, 12);
    }
  }

  @Test
  void aClassThatVanishesIsNamed() {
    RunOptions plain = BASE.withSplit(BASE.split().withStratified(false));
    ComparisonOptions few =
        SMALL.withRatios(List.of(0.1)).withSeeds(1).withMethods(List.of("poisson"));
    Cell cell = compare(data(), plain, few, ComparisonListener.NONE).cells().get(0);
    assertThat(cell.labels()).isEqualTo(1);
    assertThat(cell.vanished()).hasSize(2);
  }

  @Test
  void rowsOfAGroupAreDrawnTogether() {
    Dataset data = data();
    List<String> speakers =
        IntStream.range(0, data.size()).mapToObj(i -> "speaker " + i % 40).toList();
    Dataset grouped = data.withGroups(Groups.of(speakers));
    ComparisonOptions quick = SMALL.withRatios(List.of(5.0)).withMethods(List.of("poisson", "mad"));
    ComparisonResult result = compare(grouped, BASE, quick, ComparisonListener.NONE);
    assertThat(result.clusters()).isBetween(8, 16);
    assertThat(result.reference()).isEqualTo("poisson");
  }

  @Test
  void aResultIsReadBack() throws Exception {
    ComparisonOptions quick = SMALL.withSeeds(1).withMethods(List.of("poisson", "mad"));
    ComparisonResult result = compare(data(), BASE, quick, ComparisonListener.NONE);
    Path file = folder.resolve("comparison.json");
    result.write(file);
    assertThat(Json.text(ComparisonResult.read(file))).isEqualTo(Json.text(result));
    ComparisonTable.writeCsv(folder.resolve("comparison.csv"), result);
    assertThat(Files.readAllLines(folder.resolve("comparison.csv")))
        .hasSize(1 + 2 * 2)
        .allMatch(line -> line.split(",", -1).length == 18);
    Files.writeString(file, Files.readString(file).replace("\"version\" : 1", "\"version\" : 9"));
    assertThatThrownBy(() -> ComparisonResult.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("version 9, not 1");
  }

  @Test
  void optionsThatMakeNoSense() {
    assertThatThrownBy(() -> SMALL.withRatios(List.of(0.0)))
        .hasMessage(
            "a label ratio is a percentage above 0 and at most 100, but one of --ratios was 0.");
    assertThatThrownBy(() -> SMALL.withRatios(List.of(101.5))).hasMessageContaining("was 101.5.");
    assertThatThrownBy(() -> SMALL.withRatios(List.of(Double.NaN))).hasMessageContaining("NaN");
    assertThatThrownBy(() -> SMALL.withRatios(List.of(5.0, 5.0)))
        .hasMessage("--ratios has 5 twice: give it once.");
    assertThatThrownBy(() -> SMALL.withMethods(List.of("magic")))
        .hasMessageStartingWith("there is no method 'magic'; --methods knows supervised, graph, ");
    assertThatThrownBy(() -> SMALL.withSeeds(0)).hasMessage("seeds must be >= 1, but was 0");
    assertThatThrownBy(() -> SMALL.withBudget(1)).hasMessageContaining("at least 2 trainings");
  }

  private static Dataset data() {
    return Curves.dataset(600, 3, 12, 0.5, 1);
  }

  private ComparisonResult compare(
      Dataset data, RunOptions base, ComparisonOptions options, ComparisonListener listener) {
    return run(data, base, options, folder.resolve("cells"), listener);
  }

  private static ComparisonResult run(
      Dataset data,
      RunOptions base,
      ComparisonOptions options,
      Path cells,
      ComparisonListener listener) {
    try (Parallel parallel = new Parallel(2)) {
      Table table = new Table(data, Schema.numeric(data.featureNames()), Map.of());
      return new Comparison(table, Optional.empty(), base, options)
          .run(cells, RunContext.silent(parallel), listener);
    }
  }
}
