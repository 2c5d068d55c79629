/**
 * The one training loop.
 *
 * <p>A {@link io.kith.train.Trainer} walks over the steps of a plan, epoch after epoch: forward,
 * objective, backward, optimizer; it validates after each epoch and keeps the best parameters.
 */
package io.kith.train;
