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

  /** Joins the same neighbours by another kernel or symmetrisation. */
  public BuiltGraph joined(GraphOptions options) {
    return of(neighbors, options, plan, recall);
  }

  /** Joins neighbours that were found by a plan. */
  public static BuiltGraph of(
      Neighbors found, GraphOptions options, SearchPlan plan, double recall) {
    AffinityKernel kernel = options.kernelFor(found);
    AffinityGraph graph = AffinityGraph.of(found, kernel, options.symmetrization());
    return new BuiltGraph(graph, found, kernel, plan, recall);
  }
}
