package io.kith.partition;

import io.kith.graph.AffinityGraph;

/**
 * How good a partition of a graph is.
 *
 * @param cutWeight the weight of the edges between blocks, each counted once
 * @param cutShare the same as a share of all edge weight; 0 where there is no edge
 * @param balance the rows of the largest block over the average
 * @param smallestBlock rows of the smallest block
 * @param largestBlock rows of the largest block
 * @param connectivity how many of the rows' neighbours are in their own block, Σ|C_i| / Σ|N_i| over
 *     all rows (equation 5 of the paper, for blocks); 0 where there is no edge
 */
public record PartitionQuality(
    double cutWeight,
    double cutShare,
    double balance,
    int smallestBlock,
    int largestBlock,
    double connectivity) {

  /**
   * @throws IllegalArgumentException when the partition is of another graph
   */
  public static PartitionQuality of(AffinityGraph graph, Partition partition) {
    if (!partition.graphFingerprint().equals(graph.fingerprint())) {
      throw new IllegalArgumentException(
          "partition must be of this graph, "
              + graph.fingerprint()
              + ", but was of "
              + partition.graphFingerprint()
              + "; cut this graph again");
    }
    double cut = 0;
    double total = 0;
    long within = 0;
    long entries = 0;
    for (int i = 0; i < graph.size(); i++) {
      entries += graph.degree(i);
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        total += graph.weightAt(e);
        if (partition.block(graph.neighborAt(e)) == partition.block(i)) {
          within++;
        } else {
          cut += graph.weightAt(e);
        }
      }
    }
    int smallest = Integer.MAX_VALUE;
    int largest = 0;
    for (int b = 0; b < partition.blockCount(); b++) {
      smallest = Math.min(smallest, partition.blockSize(b));
      largest = Math.max(largest, partition.blockSize(b));
    }
    return new PartitionQuality(
        cut / 2,
        total == 0 ? 0 : cut / total,
        (double) largest * partition.blockCount() / partition.size(),
        smallest,
        largest,
        entries == 0 ? 0 : (double) within / entries);
  }
}
