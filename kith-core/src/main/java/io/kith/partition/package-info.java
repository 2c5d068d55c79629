/**
 * A graph becomes many small balanced blocks with little weight cut.
 *
 * <p>A {@link io.kith.partition.Partitioner} makes a {@link io.kith.partition.Partition}; {@link
 * io.kith.partition.PartitionQuality} says how good it is.
 */
package io.kith.partition;
