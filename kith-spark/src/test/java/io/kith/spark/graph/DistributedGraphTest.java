package io.kith.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphOptions;
import io.kith.graph.Kernel;
import io.kith.graph.Metric;
import io.kith.graph.Symmetrization;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributedGraphTest {
  private static final Seed SEED = new Seed(5);

  /** More than one range of rows, and neighbours in other ranges. */
  private static final FloatMatrix ROWS = LocalSpark.clustered(9000, 5, 30, 2);

  private static LocalSpark spark;

  @BeforeAll
  static void start() {
    spark = new LocalSpark(2);
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @ParameterizedTest
  @CsvSource({
    "RBF,UNION",
    "RBF,MUTUAL",
    "RBF,MEAN",
    "RBF_LOCAL,UNION",
    "RBF_UNSQUARED,MEAN",
    "CONSTANT,MUTUAL"
  })
  void theGraphIsThatOfOneMachine(Kernel kernel, Symmetrization symmetrization) {
    requireEqual(
        GraphOptions.defaults()
            .withNeighbors(4)
            .withKernel(kernel)
            .withSymmetrization(symmetrization));
  }

  @ParameterizedTest
  @CsvSource({"COSINE,COSINE", "INNER_PRODUCT,CONSTANT"})
  void soItIsByOtherMetrics(Metric metric, Kernel kernel) {
    requireEqual(GraphOptions.defaults().withNeighbors(3).withMetric(metric, kernel));
  }

  @Test
  void theMedianOfDistancesIsExactForNegativeOnesToo() {
    GraphOptions options =
        GraphOptions.defaults().withMetric(Metric.INNER_PRODUCT, Kernel.CONSTANT);
    try (DistributedNeighbors found =
        new DistributedSearch(options, BucketOptions.defaults(), SEED)
            .search(spark.rows(ROWS, 3))) {
      BuiltGraph one = onOneMachine(options);
      assertThat(found.medianDistance()).isEqualTo(one.neighbors().medianDistance()).isNegative();
    }
  }

  private static void requireEqual(GraphOptions options) {
    try (DistributedGraph built =
        new DistributedGraphBuilder(options, BucketOptions.defaults(), SEED)
            .build(spark.rows(ROWS, 3))) {
      BuiltGraph one = onOneMachine(options);
      AffinityGraph collected = built.collect();
      assertThat(built.chunks().getNumPartitions()).isGreaterThan(1);
      assertThat(collected.fingerprint()).isEqualTo(one.graph().fingerprint());
      assertThat(built.edgeCount()).isEqualTo(one.graph().edgeCount());
      assertThat(built.isolatedCount()).isEqualTo(one.graph().isolatedCount());
      assertThat(built.kernel().sigma()).isEqualTo(one.kernel().sigma());
      assertThat(built.recall()).isEqualTo(one.recall());
    }
  }

  private static BuiltGraph onOneMachine(GraphOptions options) {
    try (Parallel parallel = new Parallel(2)) {
      return new GraphBuilder(options, SEED).build(ROWS, parallel, Progress.NONE);
    }
  }
}
