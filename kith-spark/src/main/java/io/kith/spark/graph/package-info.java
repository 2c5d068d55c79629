/**
 * The affinity graph and its blocks as stages of a Spark job.
 *
 * <pre>
 * RowChunks ─ pivots ─► buckets of near rows ─ one machine's search ─► merged by row ─► NeighborChunks
 * NeighborChunks ─ kernel, choices sent to their other end ─► GraphChunks ─► blocks
 * </pre>
 *
 * <p>Every stage gives the same result whatever the number of executors, cores or partitions of the
 * rows: work is cut by the number of rows alone, and randomness is derived from row numbers.
 */
package io.kith.spark.graph;
