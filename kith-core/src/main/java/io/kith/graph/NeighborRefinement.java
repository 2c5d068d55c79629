package io.kith.graph;

import io.kith.engine.Engine;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;

/**
 * Lets rows meet that have a neighbour in common, for they are likely to be neighbours too.
 *
 * <p>A group of rows near each other shares most of its neighbours, so one small matrix product
 * lets all neighbours of the whole group meet. Pairs that only links of the round before lead to
 * have met and are left out. (This is the local join of NN-descent, Dong, Moses and Li 2011, with a
 * group in the place of a row.)
 *
 * <p>Links are read from a copy made when the round begins, so the outcome does not depend on which
 * group comes first; threads may share a round.
 */
final class NeighborRefinement {
  /** Rows of a meeting at most; only groups scattered over all rows come near it. */
  private static final int MOST_ROWS = 4096;

  private final RowTiles source;
  private final NearestLists lists;
  private final NeighborLinks links;

  NeighborRefinement(RowTiles source, NearestLists lists, NeighborLinks links) {
    this.source = source;
    this.lists = lists;
    this.links = links;
  }

  /** Lets all rows meet that a link from or to a row of the group leads to. */
  void meet(int[] group) {
    CountedIds all = new CountedIds();
    CountedIds news = new CountedIds();
    for (int row : group) {
      all.add(row, 1);
      links.countFrom(row, all, news);
      links.countTo(row, all, news);
    }
    int[] fresh = news.mostFrequent(MOST_ROWS);
    if (fresh.length == 0) {
      return;
    }
    int[] known =
        Arrays.stream(all.mostFrequent(MOST_ROWS)).filter(id -> news.count(id) == 0).toArray();
    try (PointerScope scope = Engine.scope()) {
      RowTile tile = source.gather(fresh);
      TilePairs.within(fresh.length).meet(tile, lists);
      if (known.length > 0) {
        TilePairs.between(fresh.length, known.length).meet(tile, source.gather(known), lists);
      }
    }
  }
}
