package io.kith.batch;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import java.util.Arrays;

/**
 * Gathers blocks so that each meta-batch mirrors the whole set.
 *
 * <p>What a row is like is told by its cluster, one of as many large parts of the graph as a batch
 * has blocks, and by its label where that is known. With m_f(S) the rows of batch S that have
 * feature f (a cluster or a class) and s_f the share of such rows in the whole set, each batch
 * should make
 *
 * <pre>
 *   F(S) = Σ_f s_f log(1 + m_f(S))
 * </pre>
 *
 * <p>large: of all batches of one size, the one whose shares are those of the whole set is best. F
 * is monotone and submodular, so blocks are dealt out greedily: cluster after cluster, in random
 * order within it, each to the batch with room that gains most. After Wang, Bai, Lavania and Bilmes
 * (AISTATS 2019), "Fixing mini-batch sequences with hierarchical robust partitioning". Immutable.
 */
final class DiverseGrouping implements Grouping {
  private static final double IMBALANCE = 0.05;

  private final int batches;
  private final int classes;
  private final int[][] blocksOfCluster;
  private final int[] blockRows;
  private final int[][] labelsOfBlock; // the known labels of a block, ascending, with repetitions
  private final double[] clusterShare;
  private final double[] classShare;

  DiverseGrouping(GroupGraph blockGraph, int[][] rowsOfBlock, Labels visible, int batches) {
    this.batches = batches;
    this.classes = visible.classCount();
    int blocks = rowsOfBlock.length;
    this.blockRows = new int[blocks];
    this.labelsOfBlock = new int[blocks][];
    this.classShare = new double[classes];
    for (int b = 0; b < blocks; b++) {
      blockRows[b] = rowsOfBlock[b].length;
      labelsOfBlock[b] =
          Arrays.stream(rowsOfBlock[b])
              .filter(visible::isLabeled)
              .map(visible::label)
              .sorted()
              .toArray();
      for (int label : labelsOfBlock[b]) {
        classShare[label] += 1.0 / visible.labeledCount();
      }
    }
    this.blocksOfCluster = clusters(blockGraph, (blocks + batches - 1) / batches);
    this.clusterShare = new double[blocksOfCluster.length];
    for (int c = 0; c < clusterShare.length; c++) {
      for (int block : blocksOfCluster[c]) {
        clusterShare[c] += (double) blockRows[block] / visible.size();
      }
    }
  }

  private static int[][] clusters(GroupGraph blockGraph, int count) {
    AffinityGraph graph = blockGraph.asGraph();
    try (Parallel alone = new Parallel(1)) {
      Partition parts =
          new MultilevelPartitioner()
              .partition(graph, count, IMBALANCE, new Seed(0), alone, Progress.NONE);
      return parts.rowsOfBlocks();
    }
  }

  @Override
  public Gathering gather(Seed seed) {
    int[][] blocksOfBatch = new int[batches][];
    for (int b = 0; b < batches; b++) {
      blocksOfBatch[b] = new int[Gathering.share(blockRows.length, batches, b)];
    }
    int[] filled = new int[batches];
    int[] rows = new int[batches];
    int[][] labelCounts = new int[batches][classes];
    int[] order = seed.derive("clusters").permutation(blocksOfCluster.length);
    for (int cluster : order) {
      int[] clusterRows = new int[batches];
      int[] blocks = blocksOfCluster[cluster].clone();
      seed.derive(cluster).shuffle(blocks);
      for (int block : blocks) {
        int best = -1;
        double bestGain = Double.NEGATIVE_INFINITY;
        for (int b = 0; b < batches; b++) {
          if (filled[b] < blocksOfBatch[b].length) {
            double gain =
                clusterShare[cluster] * logGain(clusterRows[b], blockRows[block])
                    + labelGain(labelCounts[b], labelsOfBlock[block]);
            if (gain > bestGain || gain == bestGain && rows[b] < rows[best]) {
              best = b;
              bestGain = gain;
            }
          }
        }
        blocksOfBatch[best][filled[best]++] = block;
        rows[best] += blockRows[block];
        clusterRows[best] += blockRows[block];
        for (int label : labelsOfBlock[block]) {
          labelCounts[best][label]++;
        }
      }
    }
    return new Gathering(blocksOfBatch, blockRows.length);
  }

  /** Σ over the classes of s log((1 + m + x) / (1 + m)), x of the labels being of the class. */
  private double labelGain(int[] counts, int[] labels) {
    double gain = 0;
    for (int i = 0, run; i < labels.length; i += run) {
      run = 1;
      while (i + run < labels.length && labels[i + run] == labels[i]) {
        run++;
      }
      gain += classShare[labels[i]] * logGain(counts[labels[i]], run);
    }
    return gain;
  }

  private static double logGain(int there, int added) {
    return Math.log((1.0 + there + added) / (1.0 + there));
  }
}
