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
    double recall) {}
