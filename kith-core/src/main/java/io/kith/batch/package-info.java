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
 *
 * <p>Training asks a {@link io.kith.batch.StepSource} for steps. Besides the plan that is the
 * {@link io.kith.batch.MetaBatchStore}, for data that outgrow the memory of a worker:
 *
 * <pre>
 *   BatchLayout: a position for every row, meta-batch after meta-batch
 *        |
 *   StoredBatch --StorePart--&gt; part-….bin      rows, labels, features, edges by position
 *   labelled rows --LabeledPart--&gt; labeled.bin  held by every worker, for the refill
 *   StoreIndex --&gt; store.json                   what is where; written last
 * </pre>
 */
package io.kith.batch;
