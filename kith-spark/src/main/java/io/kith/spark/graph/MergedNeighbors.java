package io.kith.spark.graph;

import io.kith.graph.NearestLists;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Brings together what several buckets found for the same rows, and keeps the nearest. */
final class MergedNeighbors {
  private MergedNeighbors() {}

  /**
   * The {@code count} nearest of every row; partition r is range r of the rows.
   *
   * @param found row numbers must ascend within a chunk
   */
  static JavaRDD<NeighborChunk> of(JavaRDD<NeighborChunk> found, int count, RowRanges ranges) {
    return found
        .flatMapToPair(chunk -> pieces(chunk, ranges).iterator())
        .partitionBy(new KeyIsPartition(ranges.count()))
        .values()
        .mapPartitionsWithIndex(
            (range, pieces) ->
                List.of(merge(pieces, count, ranges.begin(range), ranges.size(range))).iterator(),
            true);
  }

  private static List<Tuple2<Integer, NeighborChunk>> pieces(
      NeighborChunk chunk, RowRanges ranges) {
    List<Tuple2<Integer, NeighborChunk>> pieces = new ArrayList<>();
    for (int from = 0, to; from < chunk.size(); from = to) {
      int range = ranges.rangeOf(chunk.ids()[from]);
      to = from + 1;
      while (to < chunk.size() && ranges.rangeOf(chunk.ids()[to]) == range) {
        to++;
      }
      pieces.add(new Tuple2<>(range, chunk.part(from, to)));
    }
    return pieces;
  }

  private static NeighborChunk merge(
      Iterator<NeighborChunk> pieces, int count, int first, int rows) {
    NearestLists lists = new NearestLists(rows, count);
    while (pieces.hasNext()) {
      NeighborChunk piece = pieces.next();
      for (int e = 0; e < piece.neighbors().length; e++) {
        int row = piece.ids()[e / piece.count()] - first;
        lists.offer(row, piece.distances()[e], piece.neighbors()[e]);
      }
    }
    int[] ids = new int[rows];
    int[] neighbors = new int[rows * count];
    float[] distances = new float[neighbors.length];
    for (int i = 0; i < rows; i++) {
      ids[i] = first + i;
      for (int r = 0; r < count; r++) {
        if (lists.id(i, r) < 0) {
          throw new IllegalStateException("row " + ids[i] + " found only " + r + " neighbours");
        }
        neighbors[i * count + r] = lists.id(i, r);
        distances[i * count + r] = lists.score(i, r);
      }
    }
    return new NeighborChunk(ids, count, neighbors, distances);
  }
}
