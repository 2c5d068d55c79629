package io.kith;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.data.Standardizer;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphOptions;
import io.kith.partition.Partition;
import io.kith.partition.PartitionOptions;
import java.util.HashMap;
import java.util.Map;

/**
 * The rows of a split made ready for any number of runs over them: standardised once, their
 * neighbours found once, the graph cut once.
 *
 * <pre>{@code
 * try (Preparation rows = new Preparation(table, split, parallel)) {
 *   Trained baseline = Kith.run(rows, options.withMethod(Method.SUPERVISED), context);
 *   Trained graph = Kith.run(rows, options, context);
 * }
 * }</pre>
 *
 * <p>Not for sharing between threads.
 */
public final class Preparation implements AutoCloseable {
  private final Table table;
  private final Split split;
  private final Standardizer standardizer;
  private final FloatMatrix features;
  private final FloatMatrix held;
  private BuiltGraph graph;
  private GraphOptions graphOptions;
  private long graphSeed;
  private final Map<Cut, Partition> cuts = new HashMap<>();

  public Preparation(Table table, Split split, Parallel parallel) {
    this.table = table;
    this.split = split;
    this.standardizer = Standardizer.fit(dataset().features(), split.train(), parallel);
    this.features = standardized(split.train(), parallel);
    this.held = standardized(split.validation(), parallel);
  }

  public Table table() {
    return table;
  }

  public Dataset dataset() {
    return table.dataset();
  }

  public Split split() {
    return split;
  }

  public Standardizer standardizer() {
    return standardizer;
  }

  /** The training rows, standardised. */
  public FloatMatrix features() {
    return features;
  }

  /** The validation rows, standardised. */
  public FloatMatrix held() {
    return held;
  }

  /** The labels of the training rows that a run may see. */
  public Labels visible(RunOptions options) {
    return split
        .visibleLabels(dataset().labels(), options.split(), new Seed(options.seed()))
        .gather(split.train());
  }

  /** The graph over the training rows; what the one before it has in common is taken from it. */
  public BuiltGraph graph(RunOptions options, RunContext context) {
    GraphOptions wanted = options.graph();
    if (wanted.isGiven()) {
      throw new BadInputException(
          "this needs neighbours as well as a graph, so it builds its own: leave out --graph.");
    }
    boolean otherSearch =
        graph == null
            || !wanted.hasNeighborsOf(graphOptions)
            || (!graph.plan().exact() && graphSeed != options.seed());
    if (otherSearch) {
      graph =
          new GraphBuilder(
                  wanted, context.compute().device(), new Seed(options.seed()).derive("graph"))
              .build(features, context.parallel(), context.progress());
      graphSeed = options.seed();
    } else if (!wanted.equals(graphOptions)) {
      graph = graph.joined(wanted);
    }
    graphOptions = wanted;
    return graph;
  }

  /** Takes a graph over the training rows that was built before, with these options. */
  public void take(BuiltGraph built, RunOptions options) {
    if (built.graph().size() != features.rows()) {
      throw new IllegalArgumentException(
          "the graph must have a node for each of the "
              + features.rows()
              + " training rows, but had "
              + built.graph().size());
    }
    graph = built;
    graphOptions = options.graph();
    graphSeed = options.seed();
  }

  /** Cuts the graph, or finds it cut; labels matter only where they are to be balanced. */
  public Partition partition(
      AffinityGraph whole, Labels visible, RunOptions options, RunContext context) {
    PartitionOptions sized = blocks(options, visible.classCount());
    Cut cut = new Cut(whole.fingerprint(), sized, options.seed());
    if (cuts.containsKey(cut)) {
      return cuts.get(cut);
    }
    Partition blocks =
        sized
            .partitioner(visible)
            .partition(
                whole,
                sized.blocks(whole.size()),
                sized.imbalance(),
                new Seed(options.seed()).derive("partition"),
                context.parallel(),
                context.progress());
    if (!sized.balanceLabels()) {
      cuts.put(cut, blocks);
    }
    return blocks;
  }

  /** How a run cuts its graph, with the size of blocks chosen. */
  public static PartitionOptions blocks(RunOptions options, int classes) {
    int batchSize = options.batch().batchSize();
    PartitionOptions wanted = options.method().blocks(options.partition(), batchSize);
    return wanted.withBlockSize(blockSize(wanted, batchSize, classes));
  }

  /** The wished size, by default the rows of a batch divided by the classes. */
  private static int blockSize(PartitionOptions options, int batchSize, int classes) {
    int size = options.blockSize();
    if (size > batchSize) {
      throw new BadInputException(
          "a block of "
              + size
              + " rows does not fit a batch of "
              + batchSize
              + ": choose a smaller --block-size or a larger --batch-size.");
    }
    return size > 0 ? size : Math.max(2, batchSize / Math.max(1, classes));
  }

  /** What a partition depends on. */
  private record Cut(String graph, PartitionOptions options, long seed) {}

  private FloatMatrix standardized(int[] rows, Parallel parallel) {
    FloatMatrix chosen = dataset().features().gather(rows, parallel);
    standardizer.applyInPlace(chosen, parallel);
    return chosen;
  }

  @Override
  public void close() {
    features.close();
    held.close();
  }
}
