package io.kith.spark.batch;

import io.kith.base.Json;
import io.kith.base.Seed;
import io.kith.batch.BatchLayout;
import io.kith.batch.BatchOptions;
import io.kith.batch.LabeledPart;
import io.kith.batch.StoreIndex;
import io.kith.batch.StorePart;
import io.kith.data.Labels;
import io.kith.spark.GraphChunk;
import io.kith.spark.RowChunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/**
 * Writes the meta-batches of a cluster as a {@link io.kith.batch.MetaBatchStore}: the one that a
 * single machine writes from the same rows, edges, blocks, options and seed, in more files.
 *
 * <p>Every row and the edges of every row go once over the network, to the task that writes their
 * meta-batch; a task holds one meta-batch at a time. Each executor holds four bytes for every row
 * of the set, its position.
 */
public final class DistributedStore {
  private final JavaSparkContext spark;
  private final int columns;
  private final BatchOptions options;
  private final Seed seed;
  private final StoreFolder folder;

  private DistributedStore(
      JavaSparkContext spark, int columns, BatchOptions options, Seed seed, String folder) {
    StoreIndex.requireStorable(options);
    this.spark = spark;
    this.columns = columns;
    this.options = options;
    this.seed = seed;
    this.folder = new StoreFolder(folder, spark.hadoopConfiguration());
  }

  /**
   * Writes a store with meta-batches of these blocks.
   *
   * @param rows every row once; they are read twice, so better persisted
   * @param columns how many features each of them has
   * @param graph the edges of every row that has any
   * @param blockOfRow the block of each row; no block may be empty
   * @param seed what {@link io.kith.batch.MetaBatchPlan#of} is given on one machine
   * @param folder a folder that does not exist yet, on any file system that Hadoop knows
   */
  public static void write(
      JavaRDD<RowChunk> rows,
      int columns,
      JavaRDD<GraphChunk> graph,
      int[] blockOfRow,
      BatchOptions options,
      Seed seed,
      String folder) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(rows.context());
    BatchLayout layout = BatchLayout.of(blockOfRow, options, seed);
    new DistributedStore(spark, columns, options, seed, folder).write(layout, rows, graph, rows);
  }

  /**
   * Writes a store whose steps have labelled rows only: what a supervised network is trained by.
   *
   * @param seed what {@link io.kith.batch.MetaBatchPlan#labeledOnly} is given on one machine
   */
  public static void writeLabeledOnly(
      JavaRDD<RowChunk> rows,
      int columns,
      int rowsPerStep,
      int stepsPerEpoch,
      Seed seed,
      String folder) {
    JavaSparkContext spark = JavaSparkContext.fromSparkContext(rows.context());
    BatchOptions options = BatchOptions.labeledOnly(rowsPerStep);
    new DistributedStore(spark, columns, options, seed, folder)
        .write(BatchLayout.ofNoRows(stepsPerEpoch), spark.emptyRDD(), spark.emptyRDD(), rows);
  }

  private void write(
      BatchLayout layout,
      JavaRDD<RowChunk> placed,
      JavaRDD<GraphChunk> graph,
      JavaRDD<RowChunk> rows) {
    try {
      folder.create();
      try {
        List<StorePart.Written> parts = writeBatches(layout, placed, graph);
        LabeledPart.Written labeled = writeLabeled(rows);
        folder.finish(StoreIndex.of(layout, options, seed, columns, parts, labeled));
      } catch (Throwable e) { // Spark throws what it does not declare
        removeAfter(e);
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write meta-batches to " + folder + " (" + e.getMessage() + ")", e);
    }
  }

  private void removeAfter(Throwable failure) {
    try {
      folder.remove();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private List<StorePart.Written> writeBatches(
      BatchLayout layout, JavaRDD<RowChunk> rows, JavaRDD<GraphChunk> graph) {
    int parts = Math.max(1, Math.min(layout.batchCount(), rows.getNumPartitions()));
    BatchRanges ranges = new BatchRanges(layout.batchCount(), parts);
    Broadcast<BatchLayout> positions = spark.broadcast(layout);
    StoreTask task = new StoreTask(folder, columns);
    try {
      return rowPieces(rows, positions, columns)
          .union(edgePieces(graph, positions))
          .repartitionAndSortWithinPartitions(ranges)
          .mapPartitionsWithIndex(
              (part, pieces) ->
                  List.of(task.writeBatches(part, pieces, ranges, positions.value())).iterator(),
              true)
          .collect()
          .stream()
          .map(written -> parsed(written, StorePart.Written.class))
          .toList();
    } finally {
      positions.destroy();
    }
  }

  private LabeledPart.Written writeLabeled(JavaRDD<RowChunk> rows) {
    StoreTask task = new StoreTask(folder, columns);
    String written =
        rows.flatMapToPair(
                chunk ->
                    IntStream.range(0, chunk.size())
                        .filter(i -> chunk.labels()[i] != Labels.UNLABELED)
                        .mapToObj(i -> new Tuple2<>(chunk.ids()[i], Piece.row(chunk, i, 0)))
                        .iterator())
            .repartitionAndSortWithinPartitions(new HashPartitioner(1))
            .mapPartitions(labeled -> List.of(task.writeLabeled(labeled)).iterator())
            .first();
    return parsed(written, LabeledPart.Written.class);
  }

  private static <T> T parsed(String written, Class<T> type) {
    return Json.as(Json.parse(written), type, "what a task has written");
  }

  private static JavaPairRDD<Integer, byte[]> rowPieces(
      JavaRDD<RowChunk> rows, Broadcast<BatchLayout> positions, int columns) {
    return rows.flatMapToPair(
        chunk -> {
          BatchLayout layout = positions.value();
          if (chunk.columns() != columns) {
            throw new IllegalArgumentException(
                "rows must have " + columns + " features, but some had " + chunk.columns());
          }
          return IntStream.range(0, chunk.size())
              .mapToObj(
                  i -> {
                    int position = layout.position(chunk.ids()[i]);
                    return new Tuple2<>(layout.batchAt(position), Piece.row(chunk, i, position));
                  })
              .iterator();
        });
  }

  private static JavaPairRDD<Integer, byte[]> edgePieces(
      JavaRDD<GraphChunk> graph, Broadcast<BatchLayout> positions) {
    return graph.flatMapToPair(
        chunk -> {
          BatchLayout layout = positions.value();
          return IntStream.range(0, chunk.size())
              .mapToObj(
                  i ->
                      new Tuple2<>(
                          layout.batchAt(layout.position(chunk.ids()[i])),
                          Piece.edges(chunk, i, layout)))
              .iterator();
        });
  }
}
