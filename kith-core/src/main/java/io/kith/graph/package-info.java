/**
 * Rows become a graph of who is like whom.
 *
 * <p>A {@link io.kith.graph.NeighborSearch} finds every row's nearest rows ({@link
 * io.kith.graph.Neighbors}); an {@link io.kith.graph.AffinityKernel} turns distances into weights;
 * the {@link io.kith.graph.AffinityGraph} is the symmetric result.
 */
package io.kith.graph;
