/**
 * Blocks become what one step trains on.
 *
 * <pre>
 *   blocks --Grouping--&gt; meta-batches --Company--&gt; who joins at a step --Epoch.step--&gt; MetaBatch
 *          (random | diverse)        (none | batch | blocks)            (a step ahead: Prefetch)
 * </pre>
 *
 * <p>A {@link io.kith.batch.MetaBatchPlan} gathers blocks into meta-batches; at every step it joins
 * a meta-batch with neighbours into a {@link io.kith.batch.MetaBatch}, whose {@link
 * io.kith.batch.AffinityBlock} holds the edges inside. {@link io.kith.batch.BatchQuality} measures
 * them as the paper does.
 */
package io.kith.batch;
