package io.kith.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphOptions;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import io.kith.partition.PartitionMethod;
import io.kith.partition.PartitionOptions;
import io.kith.partition.PartitionQuality;
import io.kith.partition.Partitioner;
import io.kith.partition.RandomPartitioner;
import io.kith.spark.GraphChunk;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DistributedBlocksTest {
  private static final Seed SEED = new Seed(11);
  private static final PartitionOptions OPTIONS = PartitionOptions.defaults().withBlockSize(25);
  private static final FloatMatrix ROWS = LocalSpark.clustered(9000, 5, 30, 2);

  private static LocalSpark spark;
  private static DistributedGraph graph;

  @BeforeAll
  static void start() {
    spark = new LocalSpark(2);
    graph = graph(3);
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @Test
  void theDriverCutsAsOneMachineDoes() {
    DistributedPartition cut = new DistributedBlocks(OPTIONS, SEED).cut(graph);
    AffinityGraph whole = graph.collect();
    Partition one = cut(whole, new MultilevelPartitioner());
    assertThat(cut.madeOnDriver()).isTrue();
    assertThat(cut.blockOfRow()).isEqualTo(one.blockOfRows());
    assertThat(cut.cutShare())
        .isCloseTo(PartitionQuality.of(whole, one).cutShare(), Assertions.within(1e-9));
  }

  @Test
  void labelPropagationCutsLittleMoreThanTheDriver() {
    DistributedPartition cut = new DistributedBlocks(OPTIONS, 0, SEED).cut(graph);
    AffinityGraph whole = graph.collect();
    double driver = PartitionQuality.of(whole, cut(whole, new MultilevelPartitioner())).cutShare();
    double random = PartitionQuality.of(whole, cut(whole, new RandomPartitioner())).cutShare();
    requireBalanced(cut.blockOfRow(), cut.blockCount(), 0.05);
    assertThat(cut.madeOnDriver()).isFalse();
    assertThat(random).isGreaterThan(0.99);
    assertThat(cut.cutShare()).isLessThan(1.35 * driver);
  }

  @Test
  void labelPropagationDoesNotDependOnPartitions() {
    DistributedPartition first = new DistributedBlocks(OPTIONS, 0, SEED).cut(graph);
    try (DistributedGraph again = graph(7)) {
      assertThat(new DistributedBlocks(OPTIONS, 0, SEED).cut(again).blockOfRow())
          .isEqualTo(first.blockOfRow());
    }
  }

  @Test
  void blocksKeepTheirBoundsWhateverTheGraph() {
    int[] none = new int[1001];
    requireBounds(new GraphChunk(ids(1000), none, new int[0], new float[0]), 40, 0);
    requireBounds(star(1000), 40, 0.05);
    requireBounds(star(1000), 1000, 0);
    requireBounds(star(7), 1, 0);
  }

  @Test
  void whatOnlyOneMachineCanDoIsRefused() {
    assertThatThrownBy(() -> new DistributedBlocks(OPTIONS.withBalanceLabels(true), SEED))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("balanceLabels");
    DistributedBlocks metis =
        new DistributedBlocks(OPTIONS.withPartitioner(PartitionMethod.METIS), 10, SEED);
    assertThatThrownBy(() -> metis.cut(graph))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the partitioner metis cuts graphs of up to 10 edges");
  }

  private static DistributedGraph graph(int partitions) {
    return new DistributedGraphBuilder(
            GraphOptions.defaults(), BucketOptions.defaults(), SEED.derive("graph"))
        .build(spark.rows(ROWS, partitions));
  }

  private static Partition cut(AffinityGraph whole, Partitioner partitioner) {
    try (Parallel parallel = new Parallel(2)) {
      return partitioner.partition(
          whole, OPTIONS.blocks(whole.size()), 0.05, SEED, parallel, Progress.NONE);
    }
  }

  private static void requireBounds(GraphChunk chunk, int blocks, double imbalance) {
    JavaRDD<GraphChunk> chunks = spark.context.parallelize(List.of(chunk), 1);
    DistributedGraph odd =
        new DistributedGraph(chunks, chunk.size(), new io.kith.graph.AffinityKernel.Constant(), 1);
    int largest = Partitioner.largestAllowed(chunk.size(), blocks, imbalance);
    requireBalanced(new LabelPropagationCut(odd, blocks, largest, SEED).cut(), blocks, imbalance);
  }

  private static void requireBalanced(int[] blockOfRow, int blocks, double imbalance) {
    int[] sizes = new int[blocks];
    for (int block : blockOfRow) {
      sizes[block]++;
    }
    int largest = Partitioner.largestAllowed(blockOfRow.length, blocks, imbalance);
    assertThat(Arrays.stream(sizes).min().getAsInt()).isPositive();
    assertThat(Arrays.stream(sizes).max().getAsInt()).isLessThanOrEqualTo(largest);
  }

  /** One row that all others are joined with. */
  private static GraphChunk star(int rows) {
    int[] offsets = new int[rows + 1];
    int[] neighbors = new int[2 * (rows - 1)];
    float[] weights = new float[neighbors.length];
    Arrays.fill(weights, 1);
    for (int i = 1; i < rows; i++) {
      neighbors[i - 1] = i;
      offsets[i] = rows - 2 + i;
    }
    offsets[rows] = neighbors.length;
    return new GraphChunk(ids(rows), offsets, neighbors, weights);
  }

  private static int[] ids(int rows) {
    int[] ids = new int[rows];
    Arrays.setAll(ids, i -> i);
    return ids;
  }
}
