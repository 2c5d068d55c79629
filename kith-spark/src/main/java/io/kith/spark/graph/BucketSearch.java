package io.kith.spark.graph;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.engine.Device;
import io.kith.graph.GraphOptions;
import io.kith.graph.Metric;
import io.kith.graph.Neighbors;
import io.kith.graph.SearchEffort;
import io.kith.graph.SearchMethod;
import io.kith.graph.SearchPlan;
import io.kith.spark.RowChunk;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The search of one machine among the rows of one bucket, as a task. */
record BucketSearch(
    int neighbors, Metric metric, SearchMethod method, SearchEffort effort, long seed)
    implements Serializable {

  static BucketSearch of(GraphOptions options, Seed seed) {
    return new BucketSearch(
        options.neighbors(), options.metric(), options.search(), options.effort(), seed.value());
  }

  /** Searches among all rows, as one machine does with the same seed. */
  Iterator<NeighborChunk> amongAll(Iterator<RowChunk> rows) {
    return among(rows, new Seed(seed));
  }

  /** Searches among the rows of a bucket; finds fewer neighbours where there are fewer rows. */
  Iterator<NeighborChunk> inBucket(int bucket, Iterator<RowChunk> rows) {
    return among(rows, new Seed(seed).derive(bucket));
  }

  private Iterator<NeighborChunk> among(Iterator<RowChunk> some, Seed own) {
    List<RowChunk> chunks = new ArrayList<>();
    some.forEachRemaining(chunks::add);
    try (GatheredRows rows = GatheredRows.of(chunks);
        Parallel parallel = TaskThreads.team()) {
      chunks.clear(); // the matrix holds the rows now
      int count = Math.min(neighbors, rows.size() - 1);
      if (count < 1) {
        return List.<NeighborChunk>of().iterator();
      }
      return List.of(numbered(search(rows, count, own, parallel), rows)).iterator();
    }
  }

  private Neighbors search(GatheredRows rows, int count, Seed own, Parallel parallel) {
    GraphOptions options =
        GraphOptions.defaults().withNeighbors(count).withSearch(method).withEffort(effort);
    return SearchPlan.of(rows.size(), rows.features().columns(), options)
        .search(metric, Device.CPU, own)
        .search(rows.features(), count, parallel, Progress.NONE);
  }

  /** Numbers rows as they are in the whole training set. */
  private static NeighborChunk numbered(Neighbors found, GatheredRows rows) {
    int count = found.count();
    int[] ids = new int[rows.size() * count];
    float[] distances = new float[ids.length];
    for (int e = 0; e < ids.length; e++) {
      ids[e] = rows.id(found.id(e / count, e % count));
      distances[e] = found.distance(e / count, e % count);
    }
    return new NeighborChunk(rows.ids(), count, ids, distances);
  }
}
