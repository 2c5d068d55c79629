package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.Engine;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.bytedeco.javacpp.PointerScope;

/**
 * Cuts the rows into small leaves of rows near each other, by sending each row to its nearest
 * pivots.
 *
 * <p>Pivots are rows drawn at random. At the first cut a row follows several of its nearest pivots,
 * so that leaves overlap and a row near a border is on both sides of it; what is still too large is
 * cut again, each row following one pivot. Finding the nearest pivots is a matrix product. (After
 * PiPNN, arXiv:2602.21247. Overlap at the first cut alone finds more for the same work.)
 *
 * <p>The leaves depend on the seed alone, not on threads.
 */
final class PivotPartition {
  /** More would make the first cut dear; of a cut without overlap less is lost at the second. */
  private static final int MAX_PIVOTS = 2500;

  private static final int MAX_PIVOTS_WITHOUT_OVERLAP = 500;
  private static final int ROWS_PER_TASK = 1024;

  /** Rows that so many cuts have not told apart are as good as identical. */
  private static final int MAX_CUTS = 24;

  private final RowTiles source;
  private final Seed seed;
  private final int[][] buckets;
  private final int leafRows;

  /** Makes the first cut: each row goes to {@code overlap} pivots. Counts rows as steps. */
  PivotPartition(
      RowTiles source, int overlap, int leafRows, Seed seed, Parallel parallel, Steps steps) {
    this.source = source;
    this.seed = seed;
    this.leafRows = leafRows;
    int n = source.size();
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    int[] pivots = pivots(all, overlap, leafRows, seed.random());
    NearestLists nearest = new NearestLists(n, overlap);
    try (PointerScope scope = Engine.scope()) {
      RowTile pivotTile = source.gather(pivots);
      parallel.run(
          (n + ROWS_PER_TASK - 1) / ROWS_PER_TASK,
          task -> {
            int from = task * ROWS_PER_TASK;
            int to = Math.min(n, from + ROWS_PER_TASK);
            try (PointerScope step = Engine.scope()) {
              RowTile rows = source.range(from, to);
              TilePairs.between(rows.size(), pivots.length).query(rows, pivotTile, nearest);
            }
            steps.done(to - from);
          });
    }
    this.buckets = buckets(all, pivots, nearest, overlap);
  }

  /**
   * Hands over every leaf, from any thread and in any order; a row is in {@code overlap} leaves.
   */
  void forEachLeaf(Parallel parallel, Consumer<int[]> leaf) {
    parallel.run(buckets.length, b -> cut(buckets[b], 1, seed.derive(b), leaf));
  }

  private void cut(int[] rows, int cuts, Seed own, Consumer<int[]> leaf) {
    if (rows.length <= leafRows || cuts == MAX_CUTS) {
      for (int from = 0; from < rows.length; from += leafRows) {
        leaf.accept(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + leafRows)));
      }
      return;
    }
    int[] pivots = pivots(rows, 1, leafRows, own.random());
    NearestLists nearest = new NearestLists(rows.length, 1);
    try (PointerScope scope = Engine.scope()) {
      RowTile pivotTile = source.gather(pivots);
      TilePairs pairs = TilePairs.between(ROWS_PER_TASK, pivots.length);
      for (int from = 0; from < rows.length; from += ROWS_PER_TASK) {
        int to = Math.min(rows.length, from + ROWS_PER_TASK);
        try (PointerScope step = Engine.scope()) {
          RowTile some = source.gather(Arrays.copyOfRange(rows, from, to));
          pairs.query(some.renumbered(from), pivotTile, nearest);
        }
      }
    }
    int[][] parts = buckets(rows, pivots, nearest, 1);
    for (int b = 0; b < parts.length; b++) {
      boolean stuck = parts[b].length == rows.length; // rows that no pivot tells apart
      cut(parts[b], stuck ? MAX_CUTS : cuts + 1, own.derive(b), leaf);
    }
  }

  /** As many pivots as make buckets of half a leaf on average. */
  static int pivotCount(int rows, int follow, int leafRows) {
    long wanted = 2L * rows * follow / leafRows + 1;
    int most = follow > 1 ? MAX_PIVOTS : MAX_PIVOTS_WITHOUT_OVERLAP;
    return (int) Math.min(Math.min(most, rows), Math.max(wanted, follow + 1));
  }

  /** Different rows in ascending order. */
  private static int[] pivots(int[] rows, int follow, int leafRows, SplittableRandom random) {
    int count = pivotCount(rows.length, follow, leafRows);
    int[] drawn = rows.clone();
    for (int i = 0; i < count; i++) {
      int j = i + random.nextInt(drawn.length - i);
      int moved = drawn[i];
      drawn[i] = drawn[j];
      drawn[j] = moved;
    }
    int[] pivots = Arrays.copyOf(drawn, count);
    Arrays.sort(pivots);
    return pivots;
  }

  /** The rows that have each pivot among their {@code follow} nearest. */
  private static int[][] buckets(int[] rows, int[] pivots, NearestLists nearest, int follow) {
    int[] sizes = new int[pivots.length];
    for (int i = 0; i < rows.length; i++) {
      for (int r = 0; r < follow; r++) {
        sizes[Arrays.binarySearch(pivots, nearest.id(i, r))]++;
      }
    }
    int[][] buckets = new int[pivots.length][];
    Arrays.setAll(buckets, b -> new int[sizes[b]]);
    for (int i = rows.length - 1; i >= 0; i--) {
      for (int r = 0; r < follow; r++) {
        int b = Arrays.binarySearch(pivots, nearest.id(i, r));
        buckets[b][--sizes[b]] = rows[i];
      }
    }
    return buckets;
  }
}
