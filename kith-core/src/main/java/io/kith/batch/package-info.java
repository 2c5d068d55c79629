/**
 * Blocks become what one step trains on.
 *
 * <p>A {@link io.kith.batch.MetaBatchPlan} gathers random blocks into meta-batches, once; at every
 * step it joins a meta-batch with a neighbouring one into a {@link io.kith.batch.MetaBatch}, whose
 * {@link io.kith.batch.AffinityBlock} holds the edges inside. {@link io.kith.batch.BatchQuality}
 * measures them as the paper does.
 */
package io.kith.batch;
