package io.kith.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.Device;
import io.kith.engine.FloatMatrix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GraphBuilderTest {
  private static final GraphOptions OPTIONS = GraphOptions.defaults().withNeighbors(5);

  @Test
  void fewRowsAreSearchedExactlyAndManyApproximately() {
    SearchPlan few = SearchPlan.of(45_000, 351, OPTIONS);
    SearchPlan many = SearchPlan.of(1_000_000, 351, OPTIONS);
    assertThat(few.exact()).isTrue();
    assertThat(many.exact()).isFalse();
    assertThat(many.reason()).contains("5.0e+11 pairs would take long");
    assertThat(SearchPlan.of(1_000_000, 351, OPTIONS.withSearch(SearchMethod.EXACT)).exact())
        .isTrue();
    assertThat(SearchPlan.of(9, 2, OPTIONS.withSearch(SearchMethod.APPROXIMATE)).reason())
        .isEqualTo("as asked");
  }

  @Test
  void estimatesGrowWithTheWork() {
    SearchPlan small = SearchPlan.of(10_000, 351, OPTIONS);
    SearchPlan large = SearchPlan.of(40_000, 351, OPTIONS);
    assertThat(large.seconds(1e11, 1) / small.seconds(1e11, 1)).isBetween(15.0, 17.0);
    assertThat(small.seconds(1e11, 2)).isEqualTo(small.seconds(1e11, 1) / 2);
    assertThat(large.bytes(1)).isGreaterThan(4L * 40_000 * 351);
    assertThat(EngineRate.flopsPerSecond(100, Device.CPU)).isGreaterThan(1e8);
  }

  @Test
  void approximateWorkGrowsWithRowsNotWithTheirSquare() {
    SearchPlan one = SearchPlan.of(1_000_000, 351, OPTIONS);
    SearchPlan four = SearchPlan.of(4_000_000, 351, OPTIONS);
    assertThat(four.pairs() / one.pairs()).isBetween(4.0, 4.1);
  }

  @Test
  void moreMemoryThanAllowedIsRefusedWithTheNumbers() {
    GraphBuilder builder = new GraphBuilder(OPTIONS.withMemoryMegabytes(100), new Seed(1));
    FloatMatrix rows = NaiveSearch.random(1000, 10, 1);
    try (Parallel parallel = new Parallel(1)) {
      assertThatThrownBy(() -> builder.build(rows, parallel, Progress.NONE))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("needs about 432 MB")
          .hasMessageContaining("more than the 100 MB of --memory");
    }
  }

  @Test
  void whatWillBeDoneIsSaidBeforeItIsDone() {
    List<String> heard = new ArrayList<>();
    Progress progress =
        new Progress() {
          @Override
          public void at(String stage, long done, long total, String unit) {
            heard.add(stage);
          }

          @Override
          public void note(String subject, String text) {
            heard.add(subject + ": " + text);
          }
        };
    try (Parallel parallel = new Parallel(1)) {
      new GraphBuilder(OPTIONS, new Seed(1))
          .build(NaiveSearch.random(100, 4, 1), parallel, progress);
    }
    assertThat(heard.get(0))
        .isEqualTo("search: exact, because all pairs of so few rows are soon compared");
    assertThat(heard.get(1))
        .matches("estimate: about 0\\.0 s if 1 core is free, at most 0\\.\\d GB");
    assertThat(heard.get(2)).isEqualTo("graph");
  }

  @Test
  void moreEffortIsMoreWork() {
    GraphOptions options = OPTIONS.withSearch(SearchMethod.APPROXIMATE);
    double[] pairs = new double[SearchEffort.values().length];
    for (SearchEffort effort : SearchEffort.values()) {
      pairs[effort.ordinal()] = SearchPlan.of(1_000_000, 351, options.withEffort(effort)).pairs();
    }
    assertThat(pairs).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void theGraphComesWithItsSearchAndRecall() {
    FloatMatrix rows = NaiveSearch.random(3000, 4, 2);
    try (Parallel parallel = new Parallel(2)) {
      BuiltGraph exact =
          new GraphBuilder(OPTIONS, new Seed(1)).build(rows, parallel, Progress.NONE);
      assertThat(exact.recall()).isEqualTo(1);
      assertThat(exact.graph().size()).isEqualTo(3000);
      BuiltGraph near =
          new GraphBuilder(OPTIONS.withSearch(SearchMethod.APPROXIMATE), new Seed(1))
              .build(rows, parallel, Progress.NONE);
      assertThat(near.plan().method()).isEqualTo(SearchMethod.APPROXIMATE);
      assertThat(near.recall()).isBetween(0.95, 1.0);
    }
  }

  @Test
  void choicesThatDoNotGoTogetherAreRefused() {
    assertThatThrownBy(() -> OPTIONS.withKernel(Kernel.COSINE))
        .hasMessage("metric must be cosine for the kernel cosine, but was euclidean");
    assertThatThrownBy(() -> OPTIONS.withMetric(Metric.INNER_PRODUCT, Kernel.RBF))
        .hasMessageContaining("kernel must be constant");
    assertThatThrownBy(() -> OPTIONS.withKernel(Kernel.RBF_LOCAL).withSigma(2))
        .hasMessageContaining("sigma must be left out for the kernel rbf-local");
  }
}
