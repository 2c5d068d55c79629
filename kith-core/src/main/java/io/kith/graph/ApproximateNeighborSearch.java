package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;

/**
 * Finds most of the nearest rows by comparing each row with a few thousand likely ones instead of
 * all.
 *
 * <p>First {@link ShortRows} makes rows short, so that a comparison costs little. {@link
 * PivotPartition} cuts them into overlapping leaves of rows near each other, and all pairs within a
 * leaf are compared; then {@link NeighborRefinement} lets rows meet the neighbours of their
 * neighbours. Both are matrix products of tiles, as in {@link ExactNeighborSearch}, and the work
 * grows with n, not n². Who of the best by short rows are the nearest is decided by whole rows
 * ({@link DistanceRanking}). How much was found is measured by {@link Recall}.
 *
 * <p>The outcome depends on rows, options and seed, not on threads.
 */
public final class ApproximateNeighborSearch implements NeighborSearch {
  private static final int TILE = 1024;

  private final Metric metric;
  private final ApproximateOptions options;
  private final Seed seed;

  public ApproximateNeighborSearch(Metric metric, ApproximateOptions options, Seed seed) {
    this.metric = metric;
    this.options = options;
    this.seed = seed;
  }

  @Override
  public Neighbors search(FloatMatrix rows, int k, Parallel parallel, Progress progress) {
    int n = rows.rows();
    NeighborSearch.requireEnoughRows(n - 1, k);
    if (n <= options.leafRows()) {
      return new ExactNeighborSearch(metric).search(rows, k, parallel, progress);
    }
    FloatMatrix looks =
        ShortRows.of(rows, metric, options.variance(), seed.derive("short"), parallel);
    boolean whole = looks == rows;
    NearestLists lists =
        new NearestLists(n, Math.min(n - 1, k + (whole ? DistanceRanking.SPARE : options.spare())));
    try (PointerScope scope = Engine.scope()) {
      RowTiles source = new RowTiles(looks, whole ? metric : metric.ofPreparedRows());
      meetInLeaves(source, lists, parallel, progress);
      refine(source, lists, parallel, progress);
      complete(source, lists, k, parallel);
    } finally {
      if (!whole) {
        looks.close();
      }
    }
    return new DistanceRanking(rows, rows, metric).rank(lists, k, parallel);
  }

  /** New rows are compared with all rows: one pass costs less than preparing anything. */
  @Override
  public Neighbors query(
      FloatMatrix rows, FloatMatrix queries, int k, Parallel parallel, Progress progress) {
    return new ExactNeighborSearch(metric).query(rows, queries, k, parallel, progress);
  }

  private void meetInLeaves(
      RowTiles source, NearestLists lists, Parallel parallel, Progress progress) {
    Steps steps = new Steps(progress, "leaves", (long) source.size() * options.overlap(), "rows");
    new PivotPartition(
            source,
            options.overlap(),
            options.leafRows(),
            seed.derive("leaves"),
            parallel,
            new Steps(progress, "pivots", source.size(), "rows"))
        .forEachLeaf(
            parallel,
            leaf -> {
              try (PointerScope step = Engine.scope()) {
                TilePairs.within(leaf.length).meet(source.gather(leaf), lists);
              }
              steps.done(leaf.length);
            });
  }

  /** Groups of their own in every round: rows of one leaf have met each other already. */
  private void refine(RowTiles source, NearestLists lists, Parallel parallel, Progress progress) {
    Steps steps = new Steps(progress, "refining", (long) source.size() * options.rounds(), "rows");
    NeighborLinks links = NeighborLinks.of(lists, Math.min(options.links(), lists.length()));
    for (int r = 0; r < options.rounds(); r++) {
      links = r == 0 ? links : NeighborLinks.since(links, lists);
      NeighborRefinement round = new NeighborRefinement(source, lists, links);
      new PivotPartition(
              source,
              1,
              options.groupRows(),
              seed.derive("groups").derive(r),
              parallel,
              new Steps(Progress.NONE, "groups", source.size(), "rows"))
          .forEachLeaf(
              parallel,
              group -> {
                round.meet(group);
                steps.done(group.length);
              });
    }
  }

  /** Compares rows that found too few others, if there are any, with all rows. */
  private static void complete(RowTiles source, NearestLists lists, int k, Parallel parallel) {
    int n = source.size();
    int[] lacking = IntStream.range(0, n).filter(i -> lists.id(i, k - 1) < 0).toArray();
    parallel.run(
        (lacking.length + TILE - 1) / TILE,
        task -> {
          int to = Math.min(lacking.length, (task + 1) * TILE);
          try (PointerScope strip = Engine.scope()) {
            RowTile some = source.gather(java.util.Arrays.copyOfRange(lacking, task * TILE, to));
            TilePairs pairs = TilePairs.between(some.size(), TILE);
            for (int from = 0; from < n; from += TILE) {
              try (PointerScope step = Engine.scope()) {
                pairs.meet(some, source.range(from, Math.min(n, from + TILE)), lists);
              }
            }
          }
        });
  }
}
