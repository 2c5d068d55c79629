package io.kith.partition;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a graph into many blocks by cutting it in two, then each half in two, and so on.
 *
 * <p>A piece of W rows that is to become k blocks is cut into pieces for k/2 blocks each. The room
 * that the imbalance leaves is shared out over the cuts to come: a side's limit is its share of the
 * rows times (k L / W)^(1 / ⌈log2 k⌉), L being the largest block allowed (Sanders and Schulz 2011).
 * A side always keeps a row for each of its blocks, so none is empty.
 *
 * <p>Large pieces are cut one after the other in rounds, small ones to the end by one task; each
 * draws from a seed of its own, so the threads cannot change the result.
 */
final class RecursiveBisection {
  private static final int ONE_TASK = 20_000;

  private final int largest;
  private final Seed seed;
  private final int[] blockOfRow;

  /** Writes into {@code blockOfRow}; pieces with rows in common must not be cut at once. */
  RecursiveBisection(int largest, Seed seed, int[] blockOfRow) {
    this.largest = largest;
    this.seed = seed;
    this.blockOfRow = blockOfRow;
  }

  /** Rows, the graph among them, and the numbers of the blocks they are to become. */
  private record Piece(WeightedGraph graph, int[] rows, int firstBlock, int blocks) {}

  void cut(WeightedGraph whole, int blocks, Parallel parallel, Progress progress) {
    int[] rows = new int[whole.size()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i;
    }
    List<Piece> pieces = List.of(new Piece(whole, rows, 0, blocks));
    int settled = 0;
    while (!pieces.isEmpty()) {
      Piece[] now = pieces.toArray(new Piece[0]);
      Piece[][] halves = new Piece[now.length][];
      parallel.run(now.length, i -> halves[i] = step(now[i]));
      List<Piece> next = new ArrayList<>();
      for (int i = 0; i < now.length; i++) {
        if (halves[i].length == 0) {
          settled += now[i].rows.length;
        }
        next.addAll(List.of(halves[i]));
      }
      progress.at("partition", settled, rows.length, "rows");
      pieces = next;
    }
  }

  /** Cuts a large piece once, a small one to the end. */
  private Piece[] step(Piece piece) {
    if (piece.blocks > 1 && piece.rows.length > ONE_TASK) {
      return halve(piece);
    }
    settle(piece);
    return new Piece[0];
  }

  private void settle(Piece piece) {
    if (piece.blocks == 1) {
      for (int row : piece.rows) {
        blockOfRow[row] = piece.firstBlock;
      }
    } else {
      for (Piece half : halve(piece)) {
        settle(half);
      }
    }
  }

  private Piece[] halve(Piece piece) {
    int k0 = piece.blocks / 2;
    int k1 = piece.blocks - k0;
    int total = piece.rows.length;
    int cutsToCome = 32 - Integer.numberOfLeadingZeros(piece.blocks - 1);
    double room = Math.pow((double) largest * piece.blocks / total, 1.0 / cutsToCome);
    double share0 = (double) total * k0 / piece.blocks;
    MultilevelBisection bisection =
        new MultilevelBisection(
            (int) Math.round(share0),
            limit(share0, room, total - k1),
            limit(total - share0, room, total - k0),
            seed.derive(piece.firstBlock).derive(piece.blocks).random());
    byte[] side = bisection.bisect(piece.graph);
    return new Piece[] {
      half(piece, side, (byte) 0, piece.firstBlock, k0),
      half(piece, side, (byte) 1, piece.firstBlock + k0, k1)
    };
  }

  private static int limit(double share, double room, int most) {
    int needed = (int) Math.ceil(share - 1e-6);
    return Math.min(most, Math.max(needed, (int) Math.floor(share * room + 1e-6)));
  }

  private static Piece half(Piece piece, byte[] side, byte which, int firstBlock, int blocks) {
    int count = 0;
    for (byte s : side) {
      count += s == which ? 1 : 0;
    }
    int[] chosen = new int[count];
    int[] rows = new int[count];
    int[] numberWithin = new int[side.length];
    int filled = 0;
    for (int node = 0; node < side.length; node++) {
      if (side[node] == which) {
        numberWithin[node] = filled;
        chosen[filled] = node;
        rows[filled++] = piece.rows[node];
      }
    }
    WeightedGraph graph =
        blocks == 1 ? null : piece.graph.among(chosen, side, numberWithin); // a leaf needs no edges
    return new Piece(graph, rows, firstBlock, blocks);
  }
}
