package io.kith.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.graph.ApproximateNeighborSearch;
import io.kith.graph.ApproximateOptions;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.GraphOptions;
import io.kith.graph.Kernel;
import io.kith.graph.Metric;
import io.kith.graph.Neighbors;
import io.kith.graph.SearchMethod;
import io.kith.spark.RowChunk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DistributedSearchTest {
  private static final int K = 5;
  private static final Seed SEED = new Seed(7);

  /** Small buckets, so that some thousand rows make many. */
  private static final BucketOptions SMALL = BucketOptions.defaults().withBucketRows(400);

  private static LocalSpark spark;

  @BeforeAll
  static void start() {
    spark = new LocalSpark(2);
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @Test
  void fewRowsFindExactlyWhatOneMachineFinds() {
    FloatMatrix rows = LocalSpark.clustered(700, 6, 4, 1);
    Found exact = search(rows, 3, options(Metric.EUCLIDEAN), BucketOptions.defaults());
    assertThat(exact.recall).isEqualTo(1);
    requireEqual(exact, onOneMachine(rows, Metric.EUCLIDEAN));
    Found approximate =
        search(
            LocalSpark.clustered(5000, 6, 40, 1),
            3,
            options(Metric.EUCLIDEAN).withSearch(SearchMethod.APPROXIMATE),
            BucketOptions.defaults());
    try (Parallel parallel = new Parallel(2)) {
      requireEqual(
          approximate,
          new ApproximateNeighborSearch(
                  Metric.EUCLIDEAN, ApproximateOptions.defaults(), SEED.derive("search"))
              .search(LocalSpark.clustered(5000, 6, 40, 1), K, parallel, Progress.NONE));
    }
  }

  /** By inner product the nearest may lie in any direction, so less is found. */
  @ParameterizedTest
  @CsvSource({"EUCLIDEAN,0.95", "COSINE,0.95", "INNER_PRODUCT,0.9"})
  void bucketsFindMostNeighborsAndSayHowMany(Metric metric, double least) {
    FloatMatrix rows = LocalSpark.clustered(6000, 8, 20, 3);
    Found found = search(rows, 4, options(metric), SMALL);
    assertThat(found.buckets).isGreaterThan(10);
    requireLaws(found);
    double recall = recall(found, onOneMachine(rows, metric));
    assertThat(recall).isGreaterThan(least);
    assertThat(found.recall).isCloseTo(recall, within(0.02));
  }

  @Test
  void anotherCutFindsWhatOneMissed() {
    FloatMatrix rows = LocalSpark.clustered(6000, 8, 1, 3);
    Neighbors truth = onOneMachine(rows, Metric.EUCLIDEAN);
    BucketOptions narrow = SMALL.withFollow(1);
    double once = recall(search(rows, 2, options(Metric.EUCLIDEAN), narrow), truth);
    double twice = recall(search(rows, 2, options(Metric.EUCLIDEAN), narrow.withCuts(2)), truth);
    assertThat(twice).isGreaterThan(once + 0.05);
  }

  @Test
  void partitionsOfTheRowsDoNotMatter() {
    FloatMatrix rows = LocalSpark.clustered(5000, 8, 3, 4);
    Found one = search(rows, 1, options(Metric.EUCLIDEAN), SMALL);
    Found many = search(rows, 7, options(Metric.EUCLIDEAN), SMALL);
    assertThat(many.ids).isEqualTo(one.ids);
    assertThat(many.distances).isEqualTo(one.distances);
    assertThat(many.recall).isEqualTo(one.recall);
  }

  @Test
  void rowsThatAreAllTheSameFindEachOther() {
    FloatMatrix rows = FloatMatrix.allocate(5000, 3);
    Found found = search(rows, 3, options(Metric.EUCLIDEAN), SMALL);
    requireLaws(found);
    assertThat(found.distances).containsOnly(0f);
    assertThat(found.recall).isEqualTo(1);
  }

  /** In many dimensions the pivots nearest to the centre are the nearest of very many rows. */
  @Test
  void whereRowsCrowdAroundAPivotThereAreMore() {
    FloatMatrix rows = LocalSpark.clustered(6000, 200, 1, 5);
    try (BucketCut cut = cut(rows)) {
      assertThat(cut.pivots()).isGreaterThan(1 + 6000 * 32 / SMALL.bucketRows());
      requireBounds(cut);
    }
  }

  @Test
  void noBucketIsMuchLargerThanWishedNorTooSmall() {
    try (BucketCut same = cut(FloatMatrix.allocate(5000, 3));
        BucketCut clustered = cut(LocalSpark.clustered(5000, 8, 3, 4))) {
      requireBounds(same);
      requireBounds(clustered);
    }
  }

  @Test
  void exactSearchOfMoreThanABucketIsRefused() {
    FloatMatrix rows = LocalSpark.clustered(1000, 2, 2, 6);
    GraphOptions exact = options(Metric.EUCLIDEAN).withSearch(SearchMethod.EXACT);
    assertThatThrownBy(() -> search(rows, 2, exact, SMALL))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "exact search of 1,000 rows does not fit a bucket of 400 rows: choose approximate"
                + " search, or larger buckets.");
    assertThatThrownBy(() -> search(rows.slice(0, 4), 2, exact, SMALL))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("needs more than 5 rows");
    assertThatThrownBy(() -> search(rows, 2, exact, SMALL.withBucketRows(20)))
        .hasMessage("bucketRows must be >= 48 for 5 neighbours, but was 20");
  }

  private static BucketCut cut(FloatMatrix rows) {
    RowShape shape = new RowShape(rows.rows(), rows.columns());
    return new BucketCut(spark.rows(rows, 3), shape, Metric.EUCLIDEAN, SMALL, 50, SEED);
  }

  private static void requireBounds(BucketCut cut) {
    long copies = 0;
    for (List<RowChunk> bucket : cut.gathered().glom().collect()) {
      int size = bucket.stream().mapToInt(RowChunk::size).sum();
      assertThat(size).isBetween(50, BucketOptions.MOST_OVERLAP * SMALL.bucketRows());
      copies += size;
    }
    assertThat(cut.copies()).isEqualTo(copies);
  }

  /** All neighbours on the driver. */
  private record Found(int[] ids, float[] distances, double recall, int buckets) {}

  private static Found search(
      FloatMatrix rows, int partitions, GraphOptions options, BucketOptions buckets) {
    int[] ids = new int[rows.rows() * K];
    float[] distances = new float[ids.length];
    try (DistributedNeighbors found =
        new DistributedSearch(options, buckets, SEED).search(spark.rows(rows, partitions))) {
      for (NeighborChunk chunk : found.chunks().collect()) {
        System.arraycopy(chunk.neighbors(), 0, ids, chunk.ids()[0] * K, chunk.size() * K);
        System.arraycopy(chunk.distances(), 0, distances, chunk.ids()[0] * K, chunk.size() * K);
      }
      return new Found(ids, distances, found.recall(), found.buckets());
    }
  }

  private static GraphOptions options(Metric metric) {
    return GraphOptions.defaults().withNeighbors(K).withMetric(metric, Kernel.CONSTANT);
  }

  private static Neighbors onOneMachine(FloatMatrix rows, Metric metric) {
    try (Parallel parallel = new Parallel(2)) {
      return new ExactNeighborSearch(metric).search(rows, K, parallel, Progress.NONE);
    }
  }

  private static void requireEqual(Found found, Neighbors truth) {
    for (int e = 0; e < found.ids.length; e++) {
      assertThat(found.ids[e]).as("row %d", e / K).isEqualTo(truth.id(e / K, e % K));
      assertThat(found.distances[e]).isEqualTo(truth.distance(e / K, e % K));
    }
  }

  private static double recall(Found found, Neighbors truth) {
    long hits = 0;
    for (int e = 0; e < found.ids.length; e++) {
      hits += found.distances[e] <= truth.distance(e / K, K - 1) ? 1 : 0;
    }
    return (double) hits / found.ids.length;
  }

  private static void requireLaws(Found found) {
    for (int from = 0; from < found.ids.length; from += K) {
      Set<Integer> others = new HashSet<>();
      for (int e = from; e < from + K; e++) {
        assertThat(others.add(found.ids[e])).as("row %d, distinct", from / K).isTrue();
        assertThat(found.ids[e]).isNotEqualTo(from / K);
        if (e > from) {
          boolean sorted =
              found.distances[e - 1] < found.distances[e]
                  || found.distances[e - 1] == found.distances[e]
                      && found.ids[e - 1] < found.ids[e];
          assertThat(sorted).as("row %d, sorted", from / K).isTrue();
        }
      }
    }
  }
}
