package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.Device;
import io.kith.engine.FloatMatrix;

/**
 * Builds the affinity graph over rows: chooses a search, searches, measures what was found, and
 * joins neighbours.
 *
 * <pre>{@code
 * BuiltGraph built = new GraphBuilder(options, seed).build(rows, parallel, progress);
 * }</pre>
 *
 * <p>Immutable; threads may share it.
 */
public final class GraphBuilder {
  private final GraphOptions options;
  private final Device device;
  private final Seed seed;

  /** Exact search computes on the CPU. */
  public GraphBuilder(GraphOptions options, Seed seed) {
    this(options, Device.CPU, seed);
  }

  /** Exact search computes on a device; approximate search on the CPU in any case. */
  public GraphBuilder(GraphOptions options, Device device, Seed seed) {
    this.options = options;
    this.device = device;
    this.seed = seed;
  }

  /** What {@link #build} will do. */
  public SearchPlan plan(FloatMatrix rows) {
    return SearchPlan.of(rows.rows(), rows.columns(), options);
  }

  /**
   * Builds the graph, and notes before what will be done, why, and what it will take.
   *
   * @throws io.kith.base.BadInputException when it would take more memory than the options allow
   */
  public BuiltGraph build(FloatMatrix rows, Parallel parallel, Progress progress) {
    SearchPlan plan = plan(rows);
    NeighborSearch.requireEnoughRows(rows.rows() - 1, options.neighbors());
    plan.requireMemory(options.memoryMegabytes(), parallel.threads());
    progress.note("search", plan.choice());
    progress.note(
        "estimate",
        plan.estimate(
            EngineRate.flopsPerSecond(rows.columns(), plan.exact() ? device : Device.CPU),
            parallel.threads()));
    Neighbors found =
        plan.search(options.metric(), device, seed.derive("search"))
            .search(rows, options.neighbors(), parallel, progress);
    double recall =
        plan.exact()
            ? 1
            : Recall.measure(
                rows,
                found,
                options.metric(),
                Recall.SAMPLE,
                seed.derive("recall"),
                parallel,
                progress);
    return BuiltGraph.of(found, options, plan, recall);
  }
}
