package io.kith.partition;

/**
 * A part of a graph, and the numbers of the blocks it is to become.
 *
 * @param graph the edges among its nodes; null when it is one block, which needs none
 * @param nodes its nodes, by their numbers in the whole graph
 */
record Piece(WeightedGraph graph, int[] nodes, int firstBlock, int blocks) {

  static Piece whole(WeightedGraph graph, int blocks) {
    int[] nodes = new int[graph.size()];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = i;
    }
    return new Piece(graph, nodes, 0, blocks);
  }

  /** How often a piece must be cut in two until it is single blocks. */
  static int cutsInto(int blocks) {
    return 32 - Integer.numberOfLeadingZeros(blocks - 1);
  }
}
