package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import java.util.Arrays;

/**
 * Cuts a graph with METIS, as the paper did, where METIS is installed.
 *
 * <p>Recursive bisection (Karypis and Kumar 1998) with METIS's own defaults. What METIS leaves
 * undone is repaired: it promises neither full blocks nor the balance asked for ({@link
 * BlockRepair}), and knows whole weights of 32 bits only, so that weights are scaled to a sum of
 * about 2^30 and rounded, none to zero. The seed chooses the row that is numbered first; METIS runs
 * on one thread. Stateless; threads may share it.
 */
public final class MetisPartitioner implements Partitioner {
  private static final double SUM_OF_WEIGHTS = 1 << 30;

  /** Asked for smaller blocks, METIS bisects empty graphs and complains on standard output. */
  private static final int SMALLEST_MEAN = 4;

  @Override
  public Partition partition(
      AffinityGraph graph,
      int blocks,
      double imbalance,
      Seed seed,
      Parallel parallel,
      Progress progress) {
    int rows = graph.size();
    Partitioner.requireBlocks(rows, blocks);
    MetisLibrary metis = MetisLibrary.open();
    progress.at("partition", 0, rows, "rows");
    int[] blockOfRow = new int[rows];
    int asked = Math.min(blocks, rows / SMALLEST_MEAN);
    if (asked > 1 && graph.edgeCount() > 0) {
      cut(metis, graph, asked, seed.random().nextInt(rows), blockOfRow);
    } else { // METIS divides by zero where there is nothing to cut
      Arrays.setAll(blockOfRow, row -> (int) ((long) row * blocks / rows));
    }
    int largest = Partitioner.largestAllowed(rows, blocks, imbalance);
    new BlockRepair(graph, RowWeights.ones(rows), blockOfRow, blocks, largest).repair();
    progress.at("partition", rows, rows, "rows");
    return new Partition(blockOfRow, blocks, graph.fingerprint());
  }

  /** Numbers the rows from {@code first} on and then from 0 on, and cuts. */
  private static void cut(
      MetisLibrary metis, AffinityGraph graph, int blocks, int first, int[] blockOfRow) {
    int rows = graph.size();
    double scale = SUM_OF_WEIGHTS / (2 * graph.totalWeight());
    int[] offsets = new int[rows + 1];
    int[] neighbors = new int[2 * graph.edgeCount()];
    int[] weights = new int[neighbors.length];
    int filled = 0;
    for (int i = 0; i < rows; i++) {
      int row = i + first < rows ? i + first : i + first - rows;
      for (int e = graph.begin(row); e < graph.end(row); e++) {
        int other = graph.neighborAt(e) - first;
        neighbors[filled] = other < 0 ? other + rows : other;
        weights[filled++] = Math.max(1, (int) Math.round(scale * graph.weightAt(e)));
      }
      offsets[i + 1] = filled;
    }
    int[] blockOf = new int[rows];
    metis.cut(offsets, neighbors, weights, blocks, blockOf);
    for (int i = 0; i < rows; i++) {
      blockOfRow[i + first < rows ? i + first : i + first - rows] = blockOf[i];
    }
  }
}
