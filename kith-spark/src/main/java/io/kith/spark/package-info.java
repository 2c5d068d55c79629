/**
 * Kith as an estimator of Spark ML: the same graph, partition, meta-batches and training as on one
 * machine, as stages of a Spark job.
 */
package io.kith.spark;
