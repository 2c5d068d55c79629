package io.kith;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.data.Split;
import io.kith.data.Standardizer;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.graph.BuiltGraph;
import io.kith.graph.GraphBuilder;
import io.kith.graph.GraphOptions;

/**
 * The rows of a split made ready for any number of runs over them: standardised once, their
 * neighbours found once.
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

  public Preparation(Table table, Split split, Parallel parallel) {
    this.table = table;
    this.split = split;
    this.standardizer = Standardizer.fit(dataset().features(), split.train(), parallel);
    this.features = standardized(split.train(), parallel);
    this.held = standardized(split.validation(), parallel);
  }

  Table table() {
    return table;
  }

  Dataset dataset() {
    return table.dataset();
  }

  Split split() {
    return split;
  }

  Standardizer standardizer() {
    return standardizer;
  }

  /** The training rows, standardised. */
  FloatMatrix features() {
    return features;
  }

  /** The validation rows, standardised. */
  FloatMatrix held() {
    return held;
  }

  /** The labels of the training rows that a run may see. */
  Labels visible(RunOptions options) {
    return split
        .visibleLabels(dataset().labels(), options.split(), new Seed(options.seed()))
        .gather(split.train());
  }

  /** The graph over the training rows; what the one before it has in common is taken from it. */
  BuiltGraph graph(RunOptions options, RunContext context) {
    GraphOptions wanted = options.graph();
    boolean otherSearch =
        graph == null
            || !wanted.hasNeighborsOf(graphOptions)
            || (!graph.plan().exact() && graphSeed != options.seed());
    if (otherSearch) {
      graph =
          new GraphBuilder(wanted, new Seed(options.seed()).derive("graph"))
              .build(features, context.parallel(), context.progress());
      graphSeed = options.seed();
    } else if (!wanted.equals(graphOptions)) {
      graph = graph.joined(wanted);
    }
    graphOptions = wanted;
    return graph;
  }

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
