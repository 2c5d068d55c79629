package io.kith.batch;

import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.partition.Partition;
import java.util.Arrays;
import java.util.Optional;

/**
 * Blocks gathered into meta-batches, and who accompanies whom at each step of an epoch.
 *
 * <p>Synthesis (section 2.1 of the paper): blocks are drawn at random without replacement and
 * merged, once, before training; a meta-batch so has the labels of the whole set and the edges of
 * its blocks. At a step, meta-batch M_r is joined by a neighbour M_s drawn with probability
 * proportional to the affinity weight between the two. Every row is visited once an epoch as part
 * of M_r. {@link BatchOptions} says what may be done otherwise.
 *
 * <p>Immutable; threads may share it. {@link #epoch} hands out iterators for one thread each.
 */
public final class MetaBatchPlan implements StepSource {
  private final AffinityGraph graph;
  private final Labels visible;
  private final BatchOptions options;
  private final Seed seed;
  private final int[][] rowsOfBlock;
  private final int[] blockOfRow;
  private final GroupGraph blockGraph; // without edges, where no one asks for them
  private final Grouping grouping;
  private final Gathering first;
  private final Company companyOfFirst;

  private MetaBatchPlan(
      AffinityGraph graph,
      Labels visible,
      BatchOptions options,
      Seed seed,
      int[][] rowsOfBlock,
      int[] blockOfRow,
      int batches) {
    this.graph = graph;
    this.visible = visible;
    this.options = options;
    this.seed = seed;
    this.rowsOfBlock = rowsOfBlock;
    this.blockOfRow = blockOfRow;
    boolean needed =
        options.companions() == Companions.BLOCKS || options.synthesis() == Synthesis.DIVERSE;
    this.blockGraph = new GroupGraph(graph, blockOfRow, needed ? rowsOfBlock : new int[0][]);
    this.grouping =
        switch (options.synthesis()) {
          case RANDOM -> new RandomGrouping(rowsOfBlock.length, batches);
          case DIVERSE -> new DiverseGrouping(blockGraph, rowsOfBlock, visible, batches);
        };
    this.first = grouping.gather(seed.derive("synthesis"));
    this.companyOfFirst = company(first);
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
    int batches = batches(graph.size(), partition.blockCount(), options);
    return new MetaBatchPlan(
        graph, visible, options, seed, partition.rowsOfBlocks(), partition.blockOfRows(), batches);
  }

  /** How many meta-batches so many blocks are gathered into. */
  static int batches(int rows, int blocks, BatchOptions options) {
    int batchSize = options.forRows(rows).batchSize();
    if (rows >= 1.5 * blocks * batchSize) { // a wished size is met by rounding
      throw new IllegalArgumentException(
          "blocks must fit a batch of "
              + batchSize
              + " rows, but had "
              + rows / blocks
              + " rows on average: cut smaller blocks or choose a larger batch size");
    }
    return Math.max(1, Math.min(blocks, Math.round((float) rows / batchSize)));
  }

  /**
   * A plan without a graph: every step trains on labelled rows alone, each equally often, in random
   * order. What a supervised network is trained by.
   */
  public static MetaBatchPlan labeledOnly(
      Labels visible, int rowsPerStep, int stepsPerEpoch, Seed seed) {
    AffinityGraph edgeless =
        new AffinityGraph(new int[visible.size() + 1], new int[0], new float[0]);
    BatchOptions options = BatchOptions.labeledOnly(rowsPerStep);
    return new MetaBatchPlan(
        edgeless, visible, options, seed, new int[0][], new int[0], stepsPerEpoch);
  }

  @Override
  public int batchCount() {
    return first.batches();
  }

  AffinityGraph graph() {
    return graph;
  }

  Labels visible() {
    return visible;
  }

  BatchOptions options() {
    return options;
  }

  Seed seed() {
    return seed;
  }

  /** Where the rows of the first epoch's meta-batches stand, block after block. */
  BatchLayout layout() {
    return new BatchLayout(first, blockOfRow);
  }

  /** The rows of a meta-batch in the first epoch, block after block. */
  public int[] rows(int batch) {
    return rowsOf(first.blocksOfBatch[batch]);
  }

  /** The most rows a step can have: as many as the largest blocks that could ever meet. */
  @Override
  public int largestStep() {
    int[] sizes = Arrays.stream(rowsOfBlock).mapToInt(rows -> rows.length).sorted().toArray();
    int together = (sizes.length + batchCount() - 1) / batchCount();
    int meeting = options.companions() == Companions.NONE ? together : 2 * together;
    int largest = refill();
    for (int i = 0; i < Math.min(meeting, sizes.length); i++) {
      largest += sizes[sizes.length - 1 - i];
    }
    return largest;
  }

  /** The affinity weight between two different meta-batches of the first epoch. */
  public double weightBetween(int batch, int other) {
    double sum = 0;
    for (int row : rows(batch)) {
      for (int e = graph.begin(row); e < graph.end(row); e++) {
        if (first.batchOfBlock[blockOfRow[graph.neighborAt(e)]] == other) {
          sum += graph.weightAt(e);
        }
      }
    }
    return sum;
  }

  /** The steps of an epoch, counted from 0, in the epoch's own random order. */
  @Override
  public Epoch epoch(int number) {
    if (!options.resynthesize() || number == 0) {
      return new Epoch(number, first, companyOfFirst);
    }
    Gathering anew = grouping.gather(seed.derive("synthesis").derive(number));
    return new Epoch(number, anew, company(anew));
  }

  private Company company(Gathering gathering) {
    return switch (options.companions()) {
      case NONE -> new NoCompany();
      case BATCH -> new NeighborBatch(batchGraph(gathering), gathering);
      case BLOCKS -> new NeighborBlocks(blockGraph, gathering);
    };
  }

  private GroupGraph batchGraph(Gathering gathering) {
    int[] batchOfRow = new int[blockOfRow.length];
    for (int row = 0; row < batchOfRow.length; row++) {
      batchOfRow[row] = gathering.batchOfBlock[blockOfRow[row]];
    }
    int[][] rowsOfBatch = new int[gathering.batches()][];
    for (int batch = 0; batch < rowsOfBatch.length; batch++) {
      rowsOfBatch[batch] = rowsOf(gathering.blocksOfBatch[batch]);
    }
    return new GroupGraph(graph, batchOfRow, rowsOfBatch);
  }

  private int[] rowsOf(int[] blocks) {
    int count = 0;
    for (int block : blocks) {
      count += rowsOfBlock[block].length;
    }
    int[] rows = new int[count];
    int at = 0;
    for (int block : blocks) {
      System.arraycopy(rowsOfBlock[block], 0, rows, at, rowsOfBlock[block].length);
      at += rowsOfBlock[block].length;
    }
    return rows;
  }

  private int refill() {
    return Math.min(
        options.labeledPerStep(), visible.labeledCount()); // more would only repeat them
  }

  /** One pass over all meta-batches. Not for sharing between threads. */
  public final class Epoch implements StepSource.Epoch {
    private final int number;
    private final Gathering gathering;
    private final Company company;
    private final int[] order;
    private final AffinityBlock.Cutter cutter = new AffinityBlock.Cutter(graph);
    private final LabeledRows refill;

    private Epoch(int number, Gathering gathering, Company company) {
      this.number = number;
      this.gathering = gathering;
      this.company = company;
      this.order = seed.derive("order").derive(number).permutation(gathering.batches());
      this.refill = new LabeledRows(visible.labeledRows(), seed.derive("refill"));
    }

    public int steps() {
      return order.length;
    }

    /** How many rows of a step, from the front, are the meta-batch itself. */
    int ownRows(int step) {
      return rowsOf(gathering.blocksOfBatch[order[step]]).length;
    }

    @Override
    public MetaBatch step(int step) {
      int batch = order[step];
      Seed draw = seed.derive("neighbor").derive(number).derive(batch);
      return assemble(step, batch, company.draw(batch, draw.random()));
    }

    /** The batch of a step when given blocks join the meta-batch. */
    MetaBatch assemble(int step, int batch, int[] joining) {
      int[] own = rowsOf(gathering.blocksOfBatch[batch]);
      int[] accompanying = rowsOf(joining);
      int graphRows = own.length + accompanying.length;
      int[] rows = Arrays.copyOf(own, graphRows + refill());
      System.arraycopy(accompanying, 0, rows, own.length, accompanying.length);
      int[] linked = Arrays.copyOf(rows, graphRows);
      AffinityBlock affinity =
          options.unbiased()
              ? cutter.cut(linked, MeetingWeights.ofBlocks(company, blockOfRow, linked, own.length))
              : cutter.cut(linked);
      refill.deal((long) number * order.length + step, refill(), rows, graphRows);
      int[] labels = new int[rows.length];
      for (int p = 0; p < rows.length; p++) {
        labels[p] = visible.label(rows[p]);
      }
      Optional<Labels> soft =
          visible.isSoft() ? Optional.of(visible.gather(rows)) : Optional.empty();
      return new MetaBatch(rows, labels, graphRows, affinity, soft);
    }
  }
}
