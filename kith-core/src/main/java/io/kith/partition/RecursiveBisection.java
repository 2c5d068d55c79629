package io.kith.partition;

import io.kith.base.Seed;
import java.util.List;

/**
 * Cuts a piece of a graph in two, then each half in two, and so on.
 *
 * <p>A piece of W rows that is to become k blocks is cut into pieces for k/2 blocks each. The room
 * that the imbalance leaves is shared out over the cuts to come: a side's limit is its share of the
 * rows times (k L / W)^(1 / ⌈log2 k⌉), L being the largest block allowed (Sanders and Schulz 2011).
 * A side always keeps a row for each of its blocks, where rows weigh one each.
 *
 * <p>Each cut draws from a seed of its own, so that pieces may be cut at the same time.
 */
final class RecursiveBisection {
  private final int largest;
  private final Seed seed;

  RecursiveBisection(int largest, Seed seed) {
    this.largest = largest;
    this.seed = seed;
  }

  /**
   * Cuts until pieces are single blocks or have at most {@code fewest} nodes; adds them in order.
   */
  void cut(Piece piece, int fewest, List<Piece> done) {
    if (piece.blocks() == 1 || piece.nodes().length <= fewest) {
      done.add(piece);
    } else {
      Pieces halves = halve(piece);
      cut(halves.part(0), fewest, done);
      cut(halves.part(1), fewest, done);
    }
  }

  private Pieces halve(Piece piece) {
    int blocks = piece.blocks();
    int k0 = blocks / 2;
    int k1 = blocks - k0;
    int total = piece.graph().totalNodeWeight;
    double room = Math.pow((double) largest * blocks / total, 1.0 / Piece.cutsInto(blocks));
    double share0 = (double) total * k0 / blocks;
    MultilevelBisection bisection =
        new MultilevelBisection(
            (int) Math.round(share0),
            limit(share0, room, total - k1),
            limit(total - share0, room, total - k0),
            seed.derive(piece.firstBlock()).derive(blocks).random());
    int first = piece.firstBlock();
    return new Pieces(
        piece, bisection.bisect(piece.graph()), new int[] {first, first + k0, first + blocks});
  }

  private static int limit(double share, double room, int most) {
    int needed = (int) Math.ceil(share - 1e-6);
    return Math.max(needed, Math.min(most, (int) Math.floor(share * room + 1e-6)));
  }
}
