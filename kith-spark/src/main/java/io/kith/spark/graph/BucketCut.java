package io.kith.spark.graph;

import io.kith.base.Seed;
import io.kith.graph.Metric;
import io.kith.spark.RowChunk;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * One way of gathering all rows into overlapping buckets of rows near each other.
 *
 * <p>Pivots are rows drawn at random. Pivots near each other make a bucket together, and a row goes
 * to the buckets of the few pivots nearest to it: rows inside a bucket's region to it alone, rows
 * near a border to both sides of it. Where rows crowd around a pivot, more of them become pivots.
 *
 * <p>By inner product the nearest of all rows are among the longest. Rows are then gathered by
 * direction, and the longest rows, as many as a bucket is meant for, go to every bucket.
 */
final class BucketCut implements AutoCloseable {
  private static final int PIVOTS_PER_BUCKET = 32;
  private static final int MOST_PIVOTS = 1 << 15;
  private static final int CROWDED_ROUNDS = 3;

  /** Of how many of its nearest pivots a row tells at least that they belong together. */
  private static final int LINKED = 4;

  private final JavaRDD<RowChunk> rows;
  private final RowShape shape;
  private final Metric direction;
  private final BucketOptions options;
  private final Seed seed;
  private final JavaSparkContext spark;
  private final int[] everywhere;
  private RowChunk pivots;
  private JavaRDD<NearPivots> near;
  private long[] owned;
  private final Buckets buckets;
  private final long copies;

  /**
   * @param fewest rows of a bucket at least
   */
  BucketCut(
      JavaRDD<RowChunk> rows,
      RowShape shape,
      Metric metric,
      BucketOptions options,
      int fewest,
      Seed seed) {
    this.rows = rows;
    this.shape = shape;
    this.direction = metric == Metric.INNER_PRODUCT ? Metric.COSINE : metric;
    this.options = options;
    this.seed = seed;
    this.spark = JavaSparkContext.fromSparkContext(rows.context());
    this.everywhere =
        metric == Metric.INNER_PRODUCT ? LongestRows.ids(rows, options.bucketRows()) : new int[0];
    int wanted = (int) Math.min(MOST_PIVOTS, pivotsFor(shape.rows()));
    follow(RowSample.collect(rows, RowSample.draw(shape.rows(), wanted, seed.derive("pivots"))));
    int round = 0;
    while (round < CROWDED_ROUNDS && addPivots(round)) {
      round++;
    }
    PivotGroups groups = new PivotGroups(owned, common(), options.bucketRows(), fewest);
    this.buckets =
        new Buckets(groups, owned, options.bucketRows(), options.follow(), seed.derive("parts"));
    long[] ofRank = Counts.over(near, buckets.count() * options.follow(), buckets::count);
    this.copies = buckets.limit(ofRank, (long) BucketOptions.MOST_OVERLAP * options.bucketRows());
  }

  int buckets() {
    return buckets.count();
  }

  int pivots() {
    return pivots.size();
  }

  /** How many rows all buckets hold together, those that go to every bucket aside. */
  long copies() {
    return copies;
  }

  /** All rows, each as often as there are buckets that it goes to; partition b is bucket b. */
  JavaRDD<RowChunk> gathered() {
    Broadcast<Buckets> shared = spark.broadcast(buckets);
    int[] guests = everywhere;
    JavaPairRDD<Integer, RowChunk> sent =
        rows.zip(near)
            .flatMapToPair(pair -> pieces(pair._1(), pair._2(), shared.value(), guests).iterator());
    return sent.partitionBy(new KeyIsPartition(buckets.count())).values();
  }

  /** Forgets who is near which pivot. */
  @Override
  public void close() {
    near.unpersist();
  }

  /** The rows of a chunk by the buckets they go to. */
  private static List<Tuple2<Integer, RowChunk>> pieces(
      RowChunk chunk, NearPivots near, Buckets buckets, int[] everywhere) {
    near.requireOf(chunk);
    Map<Integer, IntStream.Builder> places = new TreeMap<>();
    for (int i = 0; i < chunk.size(); i++) {
      int place = i;
      Buckets.Visitor send =
          (bucket, rank) -> places.computeIfAbsent(bucket, b -> IntStream.builder()).add(place);
      if (Arrays.binarySearch(everywhere, chunk.ids()[i]) >= 0) {
        IntStream.range(0, buckets.count()).forEach(bucket -> send.visit(bucket, 0));
      } else {
        buckets.forEach(near, i, send);
      }
    }
    List<Tuple2<Integer, RowChunk>> pieces = new ArrayList<>();
    places.forEach(
        (bucket, some) -> pieces.add(new Tuple2<>(bucket, chunk.select(some.build().toArray()))));
    return pieces;
  }

  /** Finds every row's nearest among these pivots, identical ones counted as one. */
  private void follow(RowChunk candidates) {
    if (near != null) {
      near.unpersist();
    }
    pivots = distinct(candidates);
    Broadcast<RowChunk> shared = spark.broadcast(pivots);
    int each = Math.max(options.follow(), LINKED);
    Metric metric = direction;
    near =
        rows.map(chunk -> NearPivots.of(chunk, shared.value(), each, metric))
            .persist(StorageLevel.MEMORY_AND_DISK());
    owned =
        Counts.over(
            near,
            pivots.size(),
            (some, counts) -> {
              for (int i = 0; i < some.size(); i++) {
                counts[some.pivot(i, 0)]++;
              }
            });
  }

  /** How many rows have two pivots among their nearest, for pivots that some have in common. */
  private Map<Long, Long> common() {
    return near.mapPartitionsToPair(
            some -> {
              Map<Long, Long> counts = new HashMap<>();
              some.forEachRemaining(rows -> rows.countPairs(counts));
              return counts.entrySet().stream()
                  .map(pair -> new Tuple2<>(pair.getKey(), pair.getValue()))
                  .iterator();
            })
        .reduceByKey(Long::sum)
        .collectAsMap();
  }

  /** Makes more pivots of rows that crowd around one; false where that changes nothing. */
  private boolean addPivots(int round) {
    double[] share = new double[owned.length];
    for (int p = 0; p < share.length; p++) {
      boolean crowded = owned[p] > options.bucketRows() / 2 && pivots.size() < 2 * MOST_PIVOTS;
      share[p] = crowded ? (double) pivotsFor(owned[p]) / owned[p] : 0;
    }
    if (Arrays.stream(share).allMatch(s -> s == 0)) {
      return false;
    }
    long salt = seed.derive("crowded").derive(round).value();
    List<RowChunk> candidates =
        new ArrayList<>(
            rows.zip(near)
                .map(pair -> drawn(pair._1(), pair._2(), share, salt))
                .filter(some -> some.size() > 0)
                .collect());
    candidates.add(pivots);
    RowChunk more = distinct(RowSample.sorted(candidates));
    if (more.size() == pivots.size()) {
      return false;
    }
    follow(more);
    return true;
  }

  /** Draws from the rows of each pivot its share. */
  private static RowChunk drawn(RowChunk chunk, NearPivots near, double[] share, long salt) {
    near.requireOf(chunk);
    return chunk.select(
        IntStream.range(0, chunk.size())
            .filter(i -> fraction(salt, chunk.ids()[i]) < share[near.pivot(i, 0)])
            .toArray());
  }

  /** A number from 0 to 1 that depends on the row alone. */
  private static double fraction(long salt, int row) {
    return new Seed(salt).derive(row).random().nextDouble();
  }

  private long pivotsFor(long someRows) {
    return 1 + someRows * PIVOTS_PER_BUCKET / options.bucketRows();
  }

  private static RowChunk distinct(RowChunk rows) {
    Set<FloatBuffer> seen = new HashSet<>();
    int columns = rows.columns();
    return rows.select(
        IntStream.range(0, rows.size())
            .filter(i -> seen.add(FloatBuffer.wrap(rows.features(), i * columns, columns)))
            .toArray());
  }
}
