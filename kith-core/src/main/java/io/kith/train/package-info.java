/**
 * The one training loop.
 *
 * <p>A {@link io.kith.train.Trainer} asks its {@link io.kith.train.Workers} for one update of the
 * parameters after the other, validates after each epoch and keeps the best parameters. A worker
 * takes steps of the plan: forward, objective, backward; what makes an update of their gradients is
 * where kinds of workers differ.
 */
package io.kith.train;
