package io.kith.graph;

/**
 * A graph with what is known about its making.
 *
 * @param recall the share of true nearest neighbours that the search found: 1 for exact search,
 *     else measured on a sample
 */
public record BuiltGraph(
    AffinityGraph graph,
    Neighbors neighbors,
    AffinityKernel kernel,
    SearchPlan plan,
    double recall) {

  /** What a file should say of the graph's making. */
  public GraphOrigin origin(GraphOptions options, String rowsFingerprint) {
    return new GraphOrigin(
        plan.method().toString(),
        recall,
        neighbors.count(),
        options.metric().toString(),
        options.kernel().toString(),
        kernel.sigma(),
        rowsFingerprint);
  }
}
