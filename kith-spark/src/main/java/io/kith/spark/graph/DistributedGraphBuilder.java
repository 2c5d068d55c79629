package io.kith.spark.graph;

import io.kith.base.Seed;
import io.kith.graph.AffinityKernel;
import io.kith.graph.GraphOptions;
import io.kith.graph.JoinedRows;
import io.kith.graph.Symmetrization;
import io.kith.spark.GraphChunk;
import io.kith.spark.RowChunk;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Builds the affinity graph over distributed rows: searches, fits the kernel, and joins neighbours.
 *
 * <p>A choice i → j is needed at both ends. The range of rows that i is in has it; it sends the
 * choice to the range of j, which joins it with what j chose. The same {@link JoinedRows} make a
 * range of rows here and a whole graph on one machine.
 *
 * <pre>{@code
 * DistributedGraph graph = new DistributedGraphBuilder(options, buckets, seed).build(rows);
 * }</pre>
 */
public final class DistributedGraphBuilder {
  private final GraphOptions options;
  private final BucketOptions buckets;
  private final Seed seed;

  public DistributedGraphBuilder(GraphOptions options, BucketOptions buckets, Seed seed) {
    this.options = options;
    this.buckets = buckets;
    this.seed = seed;
  }

  /**
   * Builds the graph.
   *
   * @param rows numbered from 0 on; read several times, so they should be persisted
   */
  public DistributedGraph build(JavaRDD<RowChunk> rows) {
    try (DistributedNeighbors found = new DistributedSearch(options, buckets, seed).search(rows)) {
      return join(found);
    }
  }

  /** Joins neighbours that were found before. */
  public DistributedGraph join(DistributedNeighbors found) {
    AffinityKernel kernel = options.kernelFor(found);
    Broadcast<AffinityKernel> shared =
        JavaSparkContext.fromSparkContext(found.chunks().context()).broadcast(kernel);
    RowRanges ranges = found.ranges();
    Symmetrization symmetrization = options.symmetrization();
    JavaRDD<Choices> sent =
        found
            .chunks()
            .flatMapToPair(chunk -> choices(chunk, shared.value(), ranges).iterator())
            .partitionBy(new KeyIsPartition(ranges.count()))
            .values();
    JavaRDD<GraphChunk> chunks =
        found
            .chunks()
            .zipPartitions(
                sent,
                (own, others) ->
                    List.of(join(own.next(), others, shared.value(), symmetrization)).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new DistributedGraph(chunks, found.size(), kernel, found.recall());
  }

  /** That each of some rows was chosen by another, and with which affinity. */
  private record Choices(int[] chosen, int[] by, float[] affinities) implements Serializable {}

  /** What a chunk of rows chose, by the range of the chosen. */
  private static List<Tuple2<Integer, Choices>> choices(
      NeighborChunk chunk, AffinityKernel kernel, RowRanges ranges) {
    int[] sizes = new int[ranges.count()];
    for (int chosen : chunk.neighbors()) {
      sizes[ranges.rangeOf(chosen)]++;
    }
    Choices[] ofRange = new Choices[sizes.length];
    for (int e = 0; e < chunk.neighbors().length; e++) {
      int range = ranges.rangeOf(chunk.neighbors()[e]);
      if (ofRange[range] == null) {
        ofRange[range] =
            new Choices(new int[sizes[range]], new int[sizes[range]], new float[sizes[range]]);
      }
      int at = --sizes[range];
      ofRange[range].chosen[at] = chunk.neighbors()[e];
      ofRange[range].by[at] = chunk.ids()[e / chunk.count()];
      ofRange[range].affinities[at] = (float) affinity(chunk, e, kernel);
    }
    List<Tuple2<Integer, Choices>> sent = new ArrayList<>();
    for (int range = 0; range < ofRange.length; range++) {
      if (ofRange[range] != null) {
        sent.add(new Tuple2<>(range, ofRange[range]));
      }
    }
    return sent;
  }

  private static GraphChunk join(
      NeighborChunk own,
      Iterator<Choices> others,
      AffinityKernel kernel,
      Symmetrization symmetrization) {
    int first = own.ids()[0];
    List<Choices> received = new ArrayList<>();
    others.forEachRemaining(received::add);
    int[] entriesOfRow = new int[own.size()];
    Arrays.fill(entriesOfRow, own.count());
    for (Choices some : received) {
      for (int chosen : some.chosen) {
        entriesOfRow[chosen - first]++;
      }
    }
    JoinedRows rows = new JoinedRows(entriesOfRow);
    for (int e = 0; e < own.neighbors().length; e++) {
      rows.enter(e / own.count(), own.neighbors()[e], (float) affinity(own, e, kernel));
    }
    for (Choices some : received) {
      for (int c = 0; c < some.chosen.length; c++) {
        rows.enter(some.chosen[c] - first, some.by[c], some.affinities[c]);
      }
    }
    rows.join(symmetrization);
    return new GraphChunk(own.ids(), rows.offsets(), rows.neighbors(), rows.weights());
  }

  private static double affinity(NeighborChunk chunk, int e, AffinityKernel kernel) {
    return kernel.affinity(
        chunk.ids()[e / chunk.count()], chunk.neighbors()[e], chunk.distances()[e]);
  }
}
