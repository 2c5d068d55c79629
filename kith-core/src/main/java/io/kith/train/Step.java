package io.kith.train;

import io.kith.batch.MetaBatch;

/**
 * One batch to be trained on.
 *
 * @param number counted from 0 since training began; dropout goes by it, whoever takes the step
 * @param rate the learning rate at this point
 */
public record Step(long number, MetaBatch batch, double rate) {}
