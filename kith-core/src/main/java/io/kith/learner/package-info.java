/**
 * Features become log-probabilities: the network, its optimizer, and the model that is kept.
 *
 * <p>A {@link io.kith.learner.Learner} is trained; a {@link io.kith.learner.Model} predicts and is
 * stored. Inference needs neither the graph nor the training data.
 */
package io.kith.learner;
