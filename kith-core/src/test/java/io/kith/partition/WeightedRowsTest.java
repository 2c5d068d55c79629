package io.kith.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Blocks of rows that weigh differently. */
class WeightedRowsTest {
  @Test
  void blocksWeighAlikeNotCount() {
    // A path of a heavy row and four light ones: the heavy one is as much as the rest.
    int[] weights = {4, 1, 1, 1, 1};
    Partition halves = cut(Graphs.path(5), weights, 2, 0, new Seed(1), 1);
    assertThat(halves.block(0)).isNotEqualTo(halves.block(4));
    assertThat(weightsOf(halves, weights)).allMatch(w -> w <= 4 + 3).noneMatch(w -> w == 0);
  }

  @Test
  void cliquesOfEqualWeightAreFoundWhateverTheyCount() {
    // 12 rows of weight 1, 6 of weight 2, 4 of weight 3 and 3 of weight 4, each a clique.
    Graphs graph = Graphs.of(25);
    int[] weights = new int[25];
    int first = 0;
    for (int size : new int[] {12, 6, 4, 3}) {
      for (int i = first; i < first + size; i++) {
        weights[i] = 12 / size;
        for (int j = first; j < i; j++) {
          graph.edge(i, j, 1);
        }
      }
      if (first > 0) {
        graph.edge(first, first - 1, 0.01);
      }
      first += size;
    }
    AffinityGraph cliques = graph.graph();
    Partition partition = cut(cliques, weights, 4, 0.05, new Seed(3), 2);
    assertThat(PartitionQuality.of(cliques, partition).cutWeight()).isCloseTo(0.03, within(1e-6));
  }

  @Test
  void noBlockIsEmptyOrTooHeavyAndThreadsDoNotMatter() {
    SplittableRandom random = new SplittableRandom(7);
    for (int trial = 0; trial < 60; trial++) {
      int n = 1 + random.nextInt(trial % 3 == 0 ? 3000 : 60);
      AffinityGraph graph = Graphs.random(n, 3 * n, random.split());
      int heaviest = new int[] {2, 20, 5000}[trial % 3];
      int[] weights = random.ints(n, 1, heaviest + 1).toArray();
      if (trial % 4 == 0) {
        weights[random.nextInt(n)] = 100_000; // one outweighs all others
      }
      int blocks = trial % 5 == 0 ? n : 1 + random.nextInt(n);
      Seed seed = new Seed(trial);
      Partition partition = cut(graph, weights, blocks, 0.05, seed, 1);
      int limit = RowWeights.limit(weights, blocks, 0.05);
      assertThat(partition.blockCount()).isEqualTo(blocks);
      assertThat(weightsOf(partition, weights)).allMatch(w -> w > 0 && w <= limit);
      assertThat(cut(graph, weights, blocks, 0.05, seed, 3).blockOfRows())
          .isEqualTo(partition.blockOfRows());
    }
  }

  @Test
  void weightsMayBeAsLargeAsTheirSumAllows() {
    int[] weights = {RowWeights.LARGEST_SUM - 4, 1, 1, 1, 1};
    for (int blocks = 1; blocks <= 5; blocks++) {
      Partition partition = cut(Graphs.clique(5), weights, blocks, 1, new Seed(1), 1);
      assertThat(weightsOf(partition, weights)).hasSize(blocks).allMatch(w -> w > 0);
    }
  }

  @Test
  void neighborhoodsAreKeptTogether() {
    AffinityGraph graph = Graphs.neighbors(4000, 8, new Seed(11).random());
    int[] weights = new Seed(5).random().ints(4000, 1, 5).toArray();
    Partition unlike = cut(graph, weights, 60, 0.05, new Seed(1), 2);
    Partition alike = cut(graph, RowWeights.ones(4000), 60, 0.05, new Seed(1), 2);
    double chance = 1 - 1.0 / 60;
    assertThat(PartitionQuality.of(graph, alike).cutShare()).isLessThan(0.6 * chance);
    assertThat(PartitionQuality.of(graph, unlike).cutShare())
        .isLessThan(1.1 * PartitionQuality.of(graph, alike).cutShare());
  }

  @Test
  void weightsMustBeOneEachAndPositive() {
    assertThatThrownBy(() -> new MultilevelPartitioner(new int[] {1, 0}))
        .hasMessage("the weight of row 1 must be >= 1, but was 0");
    assertThatThrownBy(() -> new MultilevelPartitioner(new int[] {RowWeights.LARGEST_SUM, 1}))
        .isInstanceOf(BadInputException.class);
    assertThatThrownBy(() -> new MultilevelPartitioner(new int[] {Integer.MAX_VALUE, 1}))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("divide them all");
    assertThatThrownBy(() -> cut(Graphs.path(3), new int[] {1, 1}, 2, 0, new Seed(1), 1))
        .hasMessage("row weights must be 3, one for each row, but were 2");
  }

  private static Partition cut(
      AffinityGraph graph, int[] weights, int blocks, double imbalance, Seed seed, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      return new MultilevelPartitioner(weights)
          .partition(graph, blocks, imbalance, seed, parallel, Progress.NONE);
    }
  }

  private static Iterable<Integer> weightsOf(Partition partition, int[] weights) {
    Integer[] sums = new Integer[partition.blockCount()];
    Arrays.fill(sums, 0);
    for (int row = 0; row < weights.length; row++) {
      sums[partition.block(row)] += weights[row];
    }
    return Arrays.asList(sums);
  }
}
