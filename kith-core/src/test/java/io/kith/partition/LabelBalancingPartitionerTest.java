package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LabelBalancingPartitionerTest extends PartitionLaws {
  /** The laws hold whichever rows are labelled: here those that a hash picks. */
  @Override
  Partitioner partitioner() {
    return (graph, blocks, imbalance, seed, parallel, progress) ->
        new LabelBalancingPartitioner(new MultilevelPartitioner(), everyFifth(graph.size()))
            .partition(graph, blocks, imbalance, seed, parallel, progress);
  }

  private static Labels everyFifth(int rows) {
    int[] classes = new int[rows];
    Arrays.setAll(classes, i -> (i * 2654435761L >>> 7) % 5 == 0 ? 0 : Labels.UNLABELED);
    return new Labels(classes, List.of("a"));
  }

  /** Two cliques of four; three labels in one, one in the other, so one pair must change sides. */
  @Test
  void oneLabeledRowGoesOver() {
    AffinityGraph graph = Graphs.cliques(2, 4, 0.5).graph();
    Labels labels = new Labels(new int[] {0, 0, 0, -1, -1, -1, -1, 0}, List.of("a"));
    Partition partition = balanced(graph, labels, 2);
    assertEquals(2, mostLabels(partition, labels));
    // 3 edges of each clique are cut; the bridge between 3 and 4 too, unless it is 4 that changes
    assertEquals(6, PartitionQuality.of(graph, partition).cutWeight());
  }

  @Test
  void noBlockHasMoreThanItsShareOfLabels() {
    AffinityGraph graph = Graphs.neighbors(3000, 8, new Seed(5).random());
    for (double ratio : new double[] {0.02, 0.1, 0.5, 1}) {
      SplittableRandom random = new Seed(9).random();
      int[] classes = new int[3000];
      Arrays.setAll(classes, i -> random.nextDouble() < ratio ? 0 : Labels.UNLABELED);
      Labels labels = new Labels(classes, List.of("a"));
      for (int blocks : new int[] {3, 12, 115}) {
        Partition partition = balanced(graph, labels, blocks);
        int allowed = Partitioner.largestAllowed(labels.labeledCount(), blocks, 0.05);
        assertTrue(mostLabels(partition, labels) <= allowed, ratio + ", " + blocks);
      }
    }
  }

  @Test
  void labelsOfOtherRowsAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> balanced(Graphs.path(7), Labels.none(6), 2));
    assertEquals("labels must be 7, one for each row, but were 6", e.getMessage());
  }

  private static Partition balanced(AffinityGraph graph, Labels labels, int blocks) {
    try (Parallel parallel = new Parallel(1)) {
      return PartitionOptions.defaults()
          .withBalanceLabels(true)
          .partitioner(labels)
          .partition(graph, blocks, 0.05, new Seed(1), parallel, Progress.NONE);
    }
  }

  private static int mostLabels(Partition partition, Labels labels) {
    int[] counts = new int[partition.blockCount()];
    for (int row : labels.labeledRows()) {
      counts[partition.block(row)]++;
    }
    return Arrays.stream(counts).max().orElse(0);
  }
}
