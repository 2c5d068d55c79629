package io.kith.compare;

/**
 * The classes a method predicts, {@link io.kith.data.Labels#UNLABELED} where it says nothing.
 *
 * @param train for the training rows of the split, in their order
 * @param test for its test rows
 */
record Predicted(int[] train, int[] test) {}
