package io.kith.spark.graph;

import io.kith.graph.NeighborDistances;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** The nearest rows of every row, spread over the executors; partition r holds range r. */
public final class DistributedNeighbors implements NeighborDistances, AutoCloseable {
  private final JavaRDD<NeighborChunk> chunks;
  private final RowRanges ranges;
  private final int count;
  private final double recall;
  private final int buckets;
  private final double overlap;

  DistributedNeighbors(
      JavaRDD<NeighborChunk> chunks,
      RowRanges ranges,
      int count,
      double recall,
      int buckets,
      double overlap) {
    this.chunks = chunks;
    this.ranges = ranges;
    this.count = count;
    this.recall = recall;
    this.buckets = buckets;
    this.overlap = overlap;
  }

  public JavaRDD<NeighborChunk> chunks() {
    return chunks;
  }

  /** How many rows there are. */
  public int size() {
    return ranges.rows();
  }

  RowRanges ranges() {
    return ranges;
  }

  /** The share of true nearest neighbours that were found: 1 for exact search, else sampled. */
  public double recall() {
    return recall;
  }

  /** How many buckets were searched. */
  public int buckets() {
    return buckets;
  }

  /** In how many buckets a row is on average: what the search costs in memory and time. */
  public double overlap() {
    return overlap;
  }

  @Override
  public int count() {
    return count;
  }

  /** Exactly the median, as on one machine. */
  @Override
  public float medianDistance() {
    return DistanceSelection.lowerMedian(chunks);
  }

  /** Brings one number a row to the driver. */
  @Override
  public float[] distancesAt(int rank) {
    float[] distances = new float[size()];
    JavaRDD<Tuple2<Integer, float[]>> ofRanges =
        chunks.map(
            chunk -> {
              float[] some = new float[chunk.size()];
              for (int i = 0; i < some.length; i++) {
                some[i] = chunk.distances()[i * chunk.count() + rank];
              }
              return new Tuple2<>(chunk.ids()[0], some);
            });
    OnDriver.forEach(
        ofRanges, some -> System.arraycopy(some._2(), 0, distances, some._1(), some._2().length));
    return distances;
  }

  /** Lets the executors forget the neighbours. */
  @Override
  public void close() {
    chunks.unpersist();
  }
}
