package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;

/**
 * Cuts with another partitioner, then spreads the labelled rows evenly over the blocks.
 *
 * <p>No block keeps more labelled rows than the average plus the imbalance, rounded up: a block
 * with too many exchanges one for an unlabelled row of a block with too few, the pair that adds
 * least to the cut ({@link LabelExchange}). Exchanges leave the blocks' sizes alone, so that what
 * the other partitioner promises still holds. Stateless; threads may share it.
 */
public final class LabelBalancingPartitioner implements Partitioner {
  private final Partitioner partitioner;
  private final Labels visible;

  /**
   * @param visible the labels that may be seen, one for each row of the graph
   */
  public LabelBalancingPartitioner(Partitioner partitioner, Labels visible) {
    this.partitioner = partitioner;
    this.visible = visible;
  }

  @Override
  public Partition partition(
      AffinityGraph graph,
      int blocks,
      double imbalance,
      Seed seed,
      Parallel parallel,
      Progress progress) {
    if (visible.size() != graph.size()) {
      throw new IllegalArgumentException(
          "labels must be " + graph.size() + ", one for each row, but were " + visible.size());
    }
    Partition cut = partitioner.partition(graph, blocks, imbalance, seed, parallel, progress);
    int most = Partitioner.largestAllowed(visible.labeledCount(), blocks, imbalance);
    int[] blockOfRow = cut.blockOfRows();
    new LabelExchange(graph, visible, blockOfRow, cut.rowsOfBlocks(), most).balance();
    return new Partition(blockOfRow, blocks, graph.fingerprint());
  }
}
