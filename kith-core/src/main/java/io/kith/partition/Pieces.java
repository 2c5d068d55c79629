package io.kith.partition;

/** A piece taken apart. The parts are cut out one by one, so that threads can share the work. */
final class Pieces {
  private final Piece whole;
  private final int[] partOf;
  private final int[] firstBlocks;
  private final int[] begin;
  private final int[] members;
  private final int[] numberWithin;

  /**
   * @param partOf for each node of the piece its part
   * @param firstBlocks for each part its first block, and then the block after the last
   */
  Pieces(Piece whole, int[] partOf, int[] firstBlocks) {
    this.whole = whole;
    this.partOf = partOf;
    this.firstBlocks = firstBlocks;
    begin = new int[firstBlocks.length];
    members = Contraction.membersOf(partOf, count(), begin);
    numberWithin = new int[members.length];
    for (int m = 0; m < members.length; m++) {
      numberWithin[members[m]] = m - begin[partOf[members[m]]];
    }
  }

  int count() {
    return firstBlocks.length - 1;
  }

  Piece part(int part) {
    int[] chosen = new int[begin[part + 1] - begin[part]];
    int[] nodes = new int[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = members[begin[part] + i];
      nodes[i] = whole.nodes()[chosen[i]];
    }
    int blocks = firstBlocks[part + 1] - firstBlocks[part];
    WeightedGraph graph = blocks == 1 ? null : whole.graph().among(chosen, partOf, numberWithin);
    return new Piece(graph, nodes, firstBlocks[part], blocks);
  }
}
