package io.kith.batch;

import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import java.util.Arrays;

/**
 * Blocks gathered into meta-batches, and who accompanies whom at each step of an epoch.
 *
 * <p>Synthesis (section 2.1 of the paper): blocks are drawn at random without replacement and
 * merged, once, before training; a meta-batch so has the labels of the whole set and the edges of
 * its blocks. At a step, meta-batch M_r is joined by a neighbour M_s drawn with probability
 * proportional to the affinity weight between the two. Every row is visited once an epoch as part
 * of M_r.
 *
 * <p>Immutable; threads may share it. {@link #epoch} hands out iterators for one thread each.
 */
public final class MetaBatchPlan {
  private final AffinityGraph graph;
  private final Labels visible;
  private final BatchOptions options;
  private final Seed seed;
  private final int[][] rowsOfBatch;
  private final BatchGraph batchGraph;

  private MetaBatchPlan(
      AffinityGraph graph, Labels visible, BatchOptions options, Seed seed, int[][] rowsOfBatch) {
    this.graph = graph;
    this.visible = visible;
    this.options = options;
    this.seed = seed;
    this.rowsOfBatch = rowsOfBatch;
    int[] batchOfRow = new int[graph.size()];
    for (int b = 0; b < rowsOfBatch.length; b++) {
      for (int row : rowsOfBatch[b]) {
        batchOfRow[row] = b;
      }
    }
    this.batchGraph = new BatchGraph(graph, batchOfRow, rowsOfBatch);
  }

  /**
   * Gathers the blocks of a partition into meta-batches.
   *
   * @param visible the labels training may see, one for each node of the graph
   */
  public static MetaBatchPlan of(
      AffinityGraph graph, Partition partition, Labels visible, BatchOptions options, Seed seed) {
    if (!partition.graphFingerprint().equals(graph.fingerprint())) {
      throw new IllegalArgumentException(
          "the partition must be of this graph, but was cut from another one"
              + " (its fingerprint differs): partition this graph again.");
    }
    if (visible.size() != graph.size()) {
      throw new IllegalArgumentException(
          "labels must be " + graph.size() + ", one for each row, but were " + visible.size());
    }
    int[][] rowsOfBlock = partition.rowsOfBlocks();
    int[] order = seed.derive("synthesis").permutation(rowsOfBlock.length);
    int batches =
        Math.max(
            1,
            Math.min(rowsOfBlock.length, Math.round((float) graph.size() / options.batchSize())));
    int[][] rowsOfBatch = new int[batches][];
    for (int b = 0; b < batches; b++) {
      int first = (int) ((long) b * order.length / batches);
      int end = (int) ((long) (b + 1) * order.length / batches);
      rowsOfBatch[b] = concatenate(rowsOfBlock, order, first, end);
    }
    return new MetaBatchPlan(graph, visible, options, seed, rowsOfBatch);
  }

  /**
   * A plan without a graph: every step trains on labelled rows alone, each equally often, in random
   * order. What a supervised network is trained by.
   */
  public static MetaBatchPlan labeledOnly(
      Labels visible, int rowsPerStep, int stepsPerEpoch, Seed seed) {
    AffinityGraph edgeless =
        new AffinityGraph(new int[visible.size() + 1], new int[0], new float[0]);
    BatchOptions options = new BatchOptions(rowsPerStep, false, rowsPerStep);
    return new MetaBatchPlan(edgeless, visible, options, seed, new int[stepsPerEpoch][0]);
  }

  public int batchCount() {
    return rowsOfBatch.length;
  }

  /** The rows of a meta-batch, block after block; a copy. */
  public int[] rows(int batch) {
    return rowsOfBatch[batch].clone();
  }

  /** The most rows a step can have. */
  public int largestStep() {
    int largest = 0;
    int second = 0;
    for (int[] rows : rowsOfBatch) {
      if (rows.length > largest) {
        second = largest;
        largest = rows.length;
      } else {
        second = Math.max(second, rows.length);
      }
    }
    int refill = visible.labeledCount() == 0 ? 0 : options.labeledPerStep();
    return largest + (options.neighborBatch() ? second : 0) + refill;
  }

  /** The affinity weight between two different meta-batches. */
  public double weightBetween(int batch, int other) {
    return batchGraph.weight(batch, other);
  }

  /** The steps of an epoch, counted from 0, in the epoch's own random order. */
  public Epoch epoch(int number) {
    return new Epoch(number);
  }

  /** One pass over all meta-batches. Not for sharing between threads. */
  public final class Epoch {
    private final int number;
    private final int[] order;
    private final AffinityBlock.Cutter cutter = new AffinityBlock.Cutter(graph);
    private final LabeledRows refill;

    private Epoch(int number) {
      this.number = number;
      this.order = seed.derive("order").derive(number).permutation(rowsOfBatch.length);
      this.refill = new LabeledRows(visible.labeledRows(), seed.derive("refill"));
    }

    public int steps() {
      return order.length;
    }

    /** Assembles the batch of a step, counted from 0. */
    public MetaBatch step(int step) {
      int batch = order[step];
      int[] own = rowsOfBatch[batch];
      int[] accompanying = accompanying(batch);
      int refilled = visible.labeledCount() == 0 ? 0 : options.labeledPerStep();
      int graphRows = own.length + accompanying.length;
      int[] rows = Arrays.copyOf(own, graphRows + refilled);
      System.arraycopy(accompanying, 0, rows, own.length, accompanying.length);
      AffinityBlock affinity = cutter.cut(Arrays.copyOf(rows, graphRows));
      refill.deal((long) number * order.length + step, refilled, rows, graphRows);
      int[] labels = new int[rows.length];
      for (int p = 0; p < rows.length; p++) {
        labels[p] = visible.label(rows[p]);
      }
      return new MetaBatch(rows, labels, graphRows, affinity);
    }

    private int[] accompanying(int batch) {
      if (!options.neighborBatch() || !batchGraph.hasNeighbor(batch)) {
        return new int[0];
      }
      Seed draw = seed.derive("neighbor").derive(number).derive(batch);
      return rowsOfBatch[batchGraph.draw(batch, draw.random())];
    }
  }

  private static int[] concatenate(int[][] rowsOfBlock, int[] order, int first, int end) {
    int count = 0;
    for (int i = first; i < end; i++) {
      count += rowsOfBlock[order[i]].length;
    }
    int[] rows = new int[count];
    int at = 0;
    for (int i = first; i < end; i++) {
      int[] block = rowsOfBlock[order[i]];
      System.arraycopy(block, 0, rows, at, block.length);
      at += block.length;
    }
    return rows;
  }
}
