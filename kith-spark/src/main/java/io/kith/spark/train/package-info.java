/**
 * Training on a cluster: the trainer of one machine, as tasks of a barrier stage that average their
 * gradients over the network.
 */
package io.kith.spark.train;
