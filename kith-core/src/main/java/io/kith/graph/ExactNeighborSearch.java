package io.kith.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.engine.Device;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;

/**
 * Compares every row with every other, a tile of rows against a tile of rows at a time.
 *
 * <p>Each pair is computed once and offered to both its rows. Only the best candidates of each row
 * are kept while tiles go by, so memory is O(n·k) plus one tile a thread. Distances of the best are
 * then computed once more from the differences, free of cancellation.
 */
public final class ExactNeighborSearch implements NeighborSearch {
  /** Rows of a tile: large enough for the matrix product, small enough for the cache. */
  static final int TILE = 1024;

  /** Tiles that a task compares with one tile. */
  private static final int STRIP = 8;

  /** Query rows of a task; fewer than a tile, so that some hundred queries keep threads busy. */
  private static final int QUERIES = 256;

  /** A GPU may multiply with fewer digits, so more candidates wait for their true distance. */
  private static final int SPARE_ON_GPU = 8;

  private final Metric metric;
  private final Device device;

  /** By Euclidean distance. */
  public ExactNeighborSearch() {
    this(Metric.EUCLIDEAN);
  }

  public ExactNeighborSearch(Metric metric) {
    this(metric, Device.CPU);
  }

  /** Tiles are compared on a device; distances of the best are computed on the CPU. */
  public ExactNeighborSearch(Metric metric, Device device) {
    this.metric = metric;
    this.device = device;
  }

  @Override
  public Neighbors search(FloatMatrix rows, int k, Parallel parallel, Progress progress) {
    int n = rows.rows();
    NeighborSearch.requireEnoughRows(n - 1, k);
    if (device.isGpu()) {
      return onDevice(rows, rows, Math.min(n - 1, k + SPARE_ON_GPU), k, parallel, progress);
    }
    NearestLists lists = new NearestLists(n, Math.min(n - 1, k + DistanceRanking.SPARE));
    int tiles = (n + TILE - 1) / TILE;
    int strips = (tiles / 2 + STRIP) / STRIP;
    Steps steps = new Steps(progress, "graph", (long) tiles * (tiles + 1) / 2, "tiles");
    try (PointerScope scope = Engine.scope()) {
      RowTiles source = new RowTiles(rows, metric);
      parallel.run(
          Math.multiplyExact(tiles, strips),
          task -> {
            int first = task / tiles * STRIP;
            steps.done(meetStrip(source, task % tiles, first, tiles, lists));
          });
    }
    return new DistanceRanking(rows, rows, metric).rank(lists, k, parallel);
  }

  /**
   * Compares tile a with the tiles {@code first} to {@code first + STRIP - 1} places after it, tile
   * 0 following the last one. With at most half of the tiles after each, every pair of tiles meets
   * once; and threads at work side by side are at different rows.
   */
  private static int meetStrip(RowTiles source, int a, int first, int tiles, NearestLists lists) {
    int met = 0;
    try (PointerScope strip = Engine.scope()) {
      RowTile tile = tile(source, a);
      TilePairs pairs = TilePairs.between(tile.size(), TILE);
      for (int after = first; after < first + STRIP && after <= tiles / 2; after++) {
        if (2 * after == tiles && a >= after) {
          continue; // opposite tiles: the other one met this one
        }
        try (PointerScope step = Engine.scope()) {
          if (after == 0) {
            pairs.meet(tile, lists);
          } else {
            pairs.meet(tile, tile(source, (a + after) % tiles), lists);
          }
        }
        met++;
      }
    }
    return met;
  }

  @Override
  public Neighbors query(
      FloatMatrix rows, FloatMatrix queries, int k, Parallel parallel, Progress progress) {
    int n = rows.rows();
    int m = queries.rows();
    NeighborSearch.requireEnoughRows(n, k);
    if (queries.columns() != rows.columns()) {
      throw new IllegalArgumentException(
          "queries must have " + rows.columns() + " columns, but had " + queries.columns());
    }
    if (device.isGpu()) {
      return onDevice(rows, queries, Math.min(n, k + SPARE_ON_GPU), k, parallel, progress);
    }
    NearestLists lists = new NearestLists(m, Math.min(n, k + DistanceRanking.SPARE));
    int tasks = (m + QUERIES - 1) / QUERIES;
    Steps steps = new Steps(progress, "query", m, "rows");
    try (PointerScope scope = Engine.scope()) {
      RowTiles source = new RowTiles(rows, metric);
      RowTiles asked = new RowTiles(queries, metric);
      parallel.run(
          tasks,
          task -> {
            int from = task * QUERIES;
            int to = Math.min(m, from + QUERIES);
            try (PointerScope strip = Engine.scope()) {
              RowTile some = asked.range(from, to);
              TilePairs pairs = TilePairs.between(some.size(), TILE);
              for (int t = 0; t * TILE < n; t++) {
                try (PointerScope step = Engine.scope()) {
                  pairs.query(some, tile(source, t), lists);
                }
              }
            }
            steps.done(to - from);
          });
    }
    return new DistanceRanking(queries, rows, metric).rank(lists, k, parallel);
  }

  private Neighbors onDevice(
      FloatMatrix rows,
      FloatMatrix queries,
      int length,
      int k,
      Parallel parallel,
      Progress progress) {
    NearestLists lists = new NearestLists(queries.rows(), length);
    Steps steps = new Steps(progress, "graph", queries.rows(), "rows");
    new DeviceSearch(metric, device).fill(rows, queries, lists, steps);
    return new DistanceRanking(queries, rows, metric).rank(lists, k, parallel);
  }

  private static RowTile tile(RowTiles source, int tile) {
    return source.range(tile * TILE, Math.min(source.size(), (tile + 1) * TILE));
  }
}
