package io.kith.spark.graph;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.graph.GraphOptions;
import io.kith.graph.NeighborSearch;
import io.kith.graph.SearchMethod;
import io.kith.graph.SearchPlan;
import io.kith.spark.RowChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;

/**
 * Finds the nearest rows of every row by Spark tasks, each of which searches a bucket of rows near
 * each other as one machine does.
 *
 * <p>Buckets overlap ({@link BucketCut}); what they found is merged by row, and compared with the
 * truth for a sample of rows. As many rows as one bucket may have are one bucket, and their
 * neighbours those that one machine finds. The neighbours depend on rows, options and seed, not on
 * executors, cores or the partitions of the rows.
 */
public final class DistributedSearch {
  /** Rows that a bucket must be allowed for each neighbour looked for. */
  private static final int ROWS_PER_NEIGHBOR = 8;

  private final GraphOptions options;
  private final BucketOptions bucketOptions;
  private final Seed seed;

  /**
   * @param seed the seed of the graph, as one machine's {@link io.kith.graph.GraphBuilder} has it
   */
  public DistributedSearch(GraphOptions options, BucketOptions bucketOptions, Seed seed) {
    int fewest = ROWS_PER_NEIGHBOR * (options.neighbors() + 1);
    if (bucketOptions.bucketRows() < fewest) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "bucketRows must be >= %d for %d neighbours, but was %d",
              fewest,
              options.neighbors(),
              bucketOptions.bucketRows()));
    }
    this.options = options;
    this.bucketOptions = bucketOptions;
    this.seed = seed;
  }

  /**
   * Searches.
   *
   * @param rows numbered from 0 on; read several times, so they should be persisted
   */
  public DistributedNeighbors search(JavaRDD<RowChunk> rows) {
    RowShape shape = RowShape.of(rows);
    NeighborSearch.requireEnoughRows(shape.rows() - 1, options.neighbors());
    return shape.rows() <= bucketOptions.bucketRows()
        ? searchWhole(rows, shape)
        : searchBuckets(rows, shape);
  }

  private DistributedNeighbors searchWhole(JavaRDD<RowChunk> rows, RowShape shape) {
    BucketSearch search = BucketSearch.of(options, seed.derive("search"));
    JavaRDD<NeighborChunk> found = rows.coalesce(1).mapPartitions(search::amongAll);
    boolean exact = SearchPlan.of(shape.rows(), shape.columns(), options).exact();
    return merged(found, rows, shape, exact, 1, shape.rows());
  }

  private DistributedNeighbors searchBuckets(JavaRDD<RowChunk> rows, RowShape shape) {
    if (options.search() == SearchMethod.EXACT) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "exact search of %,d rows does not fit a bucket of %,d rows: choose approximate"
                  + " search, or larger buckets.",
              shape.rows(),
              bucketOptions.bucketRows()));
    }
    int fewest = Math.max(bucketOptions.bucketRows() / 8, options.neighbors() + 1);
    GraphOptions approximate = options.withSearch(SearchMethod.APPROXIMATE);
    List<BucketCut> cuts = new ArrayList<>();
    JavaRDD<NeighborChunk> found = null;
    int buckets = 0;
    long copies = 0;
    for (int c = 0; c < bucketOptions.cuts(); c++) {
      Seed own = seed.derive("buckets").derive(c);
      BucketCut cut =
          new BucketCut(rows, shape, options.metric(), bucketOptions, fewest, own.derive("cut"));
      cuts.add(cut);
      BucketSearch search = BucketSearch.of(approximate, own.derive("search"));
      JavaRDD<NeighborChunk> ofCut = cut.gathered().mapPartitionsWithIndex(search::inBucket, true);
      found = found == null ? ofCut : found.union(ofCut);
      buckets += cut.buckets();
      copies += cut.copies();
    }
    DistributedNeighbors neighbors = merged(found, rows, shape, false, buckets, copies);
    cuts.forEach(BucketCut::close);
    return neighbors;
  }

  private DistributedNeighbors merged(
      JavaRDD<NeighborChunk> found,
      JavaRDD<RowChunk> rows,
      RowShape shape,
      boolean exact,
      int buckets,
      long copies) {
    RowRanges ranges = RowRanges.of(shape.rows());
    int k = options.neighbors();
    JavaRDD<NeighborChunk> merged =
        MergedNeighbors.of(found, k, ranges).persist(StorageLevel.MEMORY_AND_DISK());
    merged.count(); // searches now, while what the buckets need is at hand
    double recall =
        exact
            ? 1
            : SampledRecall.measure(
                rows, shape, merged, k, options.metric(), seed.derive("recall"));
    return new DistributedNeighbors(
        merged, ranges, k, recall, buckets, (double) copies / shape.rows());
  }
}
