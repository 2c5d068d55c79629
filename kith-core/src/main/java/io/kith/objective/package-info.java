/**
 * Log-probabilities of a batch become loss terms and their gradient.
 *
 * <p>An {@link io.kith.objective.Objective} sees labels, edges and log-probabilities, never the
 * network: any learner can be trained with it.
 */
package io.kith.objective;
