package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a graph into many blocks while it is carried back from its smallest form to all its rows.
 *
 * <p>Deep multilevel partitioning (Gottesbüren, Heuer, Sanders, Schulz and Seemaier 2021): the
 * graph is coarsened once, down to a few hundred nodes; at each level, from the smallest up, pieces
 * that have grown large in nodes are cut in two, and nodes move between all pieces ({@link
 * PieceRefinement}). So a cut between large pieces is made where the graph is small, and only the
 * last cuts are made among rows. Recursive bisection of all rows would instead go through all edges
 * once for each doubling of the number of blocks.
 *
 * <p>Pieces are cut at the same time, each by one task, whatever the number of threads.
 */
final class DeepMultilevel {
  /** A piece of so few nodes is cut again only at a finer level. */
  private static final int FEW_NODES = 400;

  private final int blocks;
  private final int largest;
  private final Seed seed;
  private final Parallel parallel;

  /** Aims at blocks that weigh at most {@code largest}, which those of the result may exceed. */
  DeepMultilevel(int blocks, int largest, Seed seed, Parallel parallel) {
    this.blocks = blocks;
    this.largest = largest;
    this.seed = seed;
    this.parallel = parallel;
  }

  /** The block of each row. */
  int[] cut(WeightedGraph rows, Progress progress) {
    Coarsening levels = new Coarsening(rows, 2 * FEW_NODES, seed.derive("coarsening").random());
    int[] firstBlocks = {0, blocks};
    int[] pieceOf = new int[levels.graph(levels.top()).size()];
    for (int level = levels.top(); level >= 0; level--) {
      WeightedGraph graph = levels.graph(level);
      if (level < levels.top()) {
        pieceOf = project(pieceOf, levels.pairOf(level));
        new PieceRefinement(graph, pieceOf, firstBlocks, largest).refine(parallel);
      }
      firstBlocks = cutPieces(graph, pieceOf, firstBlocks, level == 0 ? 1 : FEW_NODES);
      progress.at("partition", graph.size(), rows.size(), "rows");
    }
    for (int row = 0; row < pieceOf.length; row++) {
      pieceOf[row] = firstBlocks[pieceOf[row]]; // a single heavy row may be a piece of more blocks
    }
    return pieceOf;
  }

  private static int[] project(int[] coarse, int[] pairOf) {
    int[] fine = new int[pairOf.length];
    for (int node = 0; node < fine.length; node++) {
      fine[node] = coarse[pairOf[node]];
    }
    return fine;
  }

  /**
   * Cuts all pieces of more than {@code fewest} nodes; the first blocks of the pieces there are
   * now.
   */
  private int[] cutPieces(WeightedGraph graph, int[] pieceOf, int[] firstBlocks, int fewest) {
    RecursiveBisection bisection = new RecursiveBisection(largest, seed.derive("bisection"));
    Pieces pieces = new Pieces(Piece.whole(graph, blocks), pieceOf, firstBlocks);
    List<List<Piece>> cut = new ArrayList<>();
    for (int p = 0; p < pieces.count(); p++) {
      cut.add(new ArrayList<>(2));
    }
    parallel.run(pieces.count(), p -> bisection.cut(pieces.part(p), fewest, cut.get(p)));
    List<Piece> all = new ArrayList<>();
    cut.forEach(all::addAll);
    int[] first = new int[all.size() + 1];
    first[all.size()] = blocks;
    for (int p = 0; p < all.size(); p++) {
      first[p] = all.get(p).firstBlock();
      for (int node : all.get(p).nodes()) {
        pieceOf[node] = p;
      }
    }
    return first;
  }
}
