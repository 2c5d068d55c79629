/**
 * The whole pipeline in one call, {@link io.kith.Kith#run}, and its options.
 *
 * <pre>
 *   data -> graph -> partition -> batch -> objective -> learner -> train -> evaluate -> report
 * </pre>
 */
package io.kith;
