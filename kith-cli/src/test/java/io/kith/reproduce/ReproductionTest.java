package io.kith.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.cli.Browser;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.learner.NetworkOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole of it on clouds of points, small enough for every build. */
class ReproductionTest {
  private static final EnumSet<StageName> ALL = EnumSet.allOf(StageName.class);

  @TempDir Path folder;
  private final List<String> heard = new ArrayList<>();

  @Test
  void everyStageIsMeasuredDrawnAndKept() throws Exception {
    run(tiny(), ALL);
    assertThat(heard).containsExactly("matrix", "batches", "trade-off", "ratios", "workers");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("What the paper claims")
        .contains("Figure 1a", "Figure 1b", "Figure 1c", "Figure 2a", "Figure 2b")
        .contains("Test error over block size", "Figure 3a", "Figure 3b", "Figure 3c")
        .contains("label-spreading", "Blocks of 512 rows do not fit")
        .contains("These data have only 420 training rows");

    heard.clear();
    run(tiny(), ALL);
    assertThat(heard)
        .containsExactly(
            "matrix kept", "batches kept", "trade-off kept", "ratios kept", "workers kept");
    assertDrawn();
  }

  private void assertDrawn() throws Exception {
    try (Browser browser = Browser.start(Files.createDirectories(folder.resolve("browser")))) {
      for (String scheme : new String[] {"light", "dark"}) {
        browser.window(1200, 900, false);
        browser.media("screen", scheme);
        browser.open(folder.resolve("report.html").toUri());
        browser.waitFor(Browser.DRAWN);
        browser.screenshot(Path.of("target", "screenshots", "paper-" + scheme + ".png"));
      }
      assertThat(browser.evaluate("document.querySelectorAll('figure').length").asInt())
          .isEqualTo(10);
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).allMatch(request -> request.startsWith("file:///"));
    }
  }

  @Test
  void onlyWhatDependsOnAChangeIsMeasuredAgain() throws Exception {
    EnumSet<StageName> three = EnumSet.of(StageName.MATRIX, StageName.BATCHES, StageName.WORKERS);
    run(tiny(), three);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("The stage ratios has not been run", "kith reproduce --only ratios")
        .doesNotContain("Figure 3a");
    heard.clear();
    ReproductionOptions longer = tiny().withWorkers(List.of(1, 2), 4);
    run(longer, three);
    assertThat(heard).containsExactly("matrix kept", "batches kept", "workers");
    heard.clear();
    run(longer.withRun(longer.run().withSeed(2)), three);
    assertThat(heard).containsExactly("matrix", "batches", "workers");
  }

  private void run(ReproductionOptions options, EnumSet<StageName> stages) {
    try (Parallel parallel = new Parallel(2)) {
      Dataset clouds = clouds(600);
      Table table = new Table(clouds, Schema.numeric(clouds.featureNames()), Map.of());
      Split split = Split.of(clouds, options.run().split(), new Seed(1));
      new Reproduction(table, split, options, folder)
          .run(
              stages,
              RunContext.silent(parallel),
              (stage, kept) -> heard.add(stage + (kept ? " kept" : "")));
    }
  }

  private static ReproductionOptions tiny() {
    RunOptions run =
        RunOptions.defaults()
            .withBatch(RunOptions.defaults().batch().withBatchSize(32).withLabeledPerStep(8))
            .withNetwork(new NetworkOptions(List.of(8), 0));
    ReproductionOptions small = ReproductionOptions.of(Scale.SMALL);
    return small
        .withRun(run.withTraining(run.training().withEpochs(2).withLearningRate(0.01)))
        .withRatios(List.of(5.0, 100.0))
        .withWorkers(List.of(1, 2), 3)
        .withBlockSizes(List.of(1, 4, 32, 512));
  }

  /** Three clouds in four dimensions. */
  private static Dataset clouds(int rows) {
    SplittableRandom random = new Seed(5).random();
    FloatMatrix features = FloatMatrix.allocate(rows, 4);
    int[] labels = new int[rows];
    float[] row = new float[4];
    for (int i = 0; i < rows; i++) {
      labels[i] = i % 3;
      for (int j = 0; j < row.length; j++) {
        row[j] =
            (float)
                ((j == labels[i] ? 1.5 : 0) + 3 * (random.nextDouble() + random.nextDouble() - 1));
      }
      features.setRow(i, row);
    }
    return Dataset.of(features, new Labels(labels, List.of("a", "b", "c")));
  }
}
