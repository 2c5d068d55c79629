/**
 * Every method at every label ratio, over several seeds: is the graph worth it on these data?
 *
 * <p>{@link io.kith.compare.Comparison#run} fills a table of {@link io.kith.compare.Cell}s, one for
 * each method, ratio and seed, and leaves each in a file, so that an interrupted comparison goes
 * on. {@link io.kith.compare.ComparisonResult} is what they add up to.
 */
package io.kith.compare;
