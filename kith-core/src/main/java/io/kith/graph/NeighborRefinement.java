package io.kith.graph;

import io.kith.engine.Engine;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;

/**
 * Lets rows meet the neighbours of their neighbours, who are likely to be theirs too.
 *
 * <p>A group of rows near each other shares most of these candidates, so one matrix product
 * compares the whole group with the candidates that most paths lead to from its rows. Only paths
 * with a link that the round before did not have count, since most of what others lead to has been
 * met: counting all took a tenth more time at a million rows and found as much. (This is
 * NN-descent, Dong, Moses and Li 2011, with a group in the place of a row.)
 *
 * <p>Links are read from a copy made when the round begins, so the outcome does not depend on which
 * group comes first; threads may share a round.
 */
final class NeighborRefinement {
  private static final int CANDIDATES_PER_TILE = 2048;

  private final RowTiles source;
  private final NearestLists lists;
  private final int mostCandidates;
  private final NeighborLinks links;

  /** Begins a round in which a group meets at most so many candidates. */
  NeighborRefinement(RowTiles source, NearestLists lists, NeighborLinks links, int mostCandidates) {
    this.source = source;
    this.lists = lists;
    this.mostCandidates = mostCandidates;
    this.links = links;
  }

  /** Compares the rows of a group with the candidates of all of them. */
  void meet(int[] group) {
    int[] candidates = candidates(group);
    if (candidates.length == 0) {
      return;
    }
    try (PointerScope scope = Engine.scope()) {
      RowTile rows = source.gather(group);
      int width = Math.min(CANDIDATES_PER_TILE, candidates.length);
      TilePairs pairs = TilePairs.between(group.length, width);
      for (int from = 0; from < candidates.length; from += width) {
        int to = Math.min(candidates.length, from + width);
        try (PointerScope step = Engine.scope()) {
          pairs.meet(rows, source.gather(Arrays.copyOfRange(candidates, from, to)), lists);
        }
      }
    }
  }

  /** Those that most new paths of one or two links lead to; the first link in either direction. */
  private int[] candidates(int[] group) {
    CountedIds near = new CountedIds();
    CountedIds newlyNear = new CountedIds();
    for (int row : group) {
      links.countFrom(row, near, newlyNear);
      links.countTo(row, near, newlyNear);
    }
    CountedIds candidates = new CountedIds();
    near.forEach(
        (id, paths) -> {
          int newPaths = newlyNear.count(id);
          if (newPaths > 0) {
            candidates.add(id, newPaths);
          }
          links.countOnward(id, paths, newPaths, candidates);
        });
    return candidates.mostFrequent(mostCandidates);
  }
}
