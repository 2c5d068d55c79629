package io.kith.spark.graph;

import io.kith.graph.AffinityGraph;
import io.kith.graph.AffinityKernel;
import io.kith.spark.GraphChunk;
import org.apache.spark.api.java.JavaRDD;

/**
 * A symmetric affinity graph, spread over the executors; partition r holds range r of the rows, in
 * one chunk.
 */
public final class DistributedGraph implements AutoCloseable {
  private final JavaRDD<GraphChunk> chunks;
  private final int size;
  private final long edgeCount;
  private final int isolatedCount;
  private final AffinityKernel kernel;
  private final double recall;

  DistributedGraph(JavaRDD<GraphChunk> chunks, int size, AffinityKernel kernel, double recall) {
    this.chunks = chunks;
    this.size = size;
    this.kernel = kernel;
    this.recall = recall;
    long[] counts =
        Counts.over(
            chunks,
            2,
            (chunk, into) -> {
              into[0] += chunk.neighbors().length;
              for (int i = 0; i < chunk.size(); i++) {
                into[1] += chunk.offsets()[i] == chunk.offsets()[i + 1] ? 1 : 0;
              }
            });
    this.edgeCount = counts[0] / 2;
    this.isolatedCount = (int) counts[1];
  }

  public JavaRDD<GraphChunk> chunks() {
    return chunks;
  }

  /** How many nodes there are. */
  public int size() {
    return size;
  }

  /** How many undirected edges there are. */
  public long edgeCount() {
    return edgeCount;
  }

  public int isolatedCount() {
    return isolatedCount;
  }

  public AffinityKernel kernel() {
    return kernel;
  }

  /** The share of true nearest neighbours that the search found: 1 for exact search. */
  public double recall() {
    return recall;
  }

  /** The whole graph on the driver: 16 bytes an edge and 4 a node. */
  public AffinityGraph collect() {
    Filling filling = new Filling(size, Math.toIntExact(2 * edgeCount));
    OnDriver.forEach(chunks, filling::add);
    return new AffinityGraph(filling.offsets, filling.neighbors, filling.weights);
  }

  /** Lets the executors forget the graph. */
  @Override
  public void close() {
    chunks.unpersist();
  }

  private static final class Filling {
    final int[] offsets;
    final int[] neighbors;
    final float[] weights;
    private int rows;
    private int entries;

    Filling(int rows, int entries) {
      offsets = new int[rows + 1];
      neighbors = new int[entries];
      weights = new float[entries];
    }

    void add(GraphChunk chunk) {
      for (int i = 0; i < chunk.size(); i++) {
        offsets[++rows] = entries + chunk.offsets()[i + 1];
      }
      int more = chunk.neighbors().length;
      System.arraycopy(chunk.neighbors(), 0, neighbors, entries, more);
      System.arraycopy(chunk.weights(), 0, weights, entries, more);
      entries += more;
    }
  }
}
