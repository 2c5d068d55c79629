/**
 * Meta-batches of a cluster: rows and edges meet in the meta-batch that they belong to and are
 * written to files, from which every worker reads those of its own steps.
 *
 * <pre>
 *   RowChunks ──┐ by meta-batch, one shuffle
 *               ├───────────────────────────► part-….bin, one for each Spark partition ─┐
 *   GraphChunks ┘                                                                       ├─► MetaBatchStore
 *   labelled rows ───── by row number ──────► labeled-….bin ────────────────────────────┘   in each worker
 * </pre>
 */
package io.kith.spark.batch;
