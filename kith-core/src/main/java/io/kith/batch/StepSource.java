package io.kith.batch;

/**
 * Where training gets its steps from: a {@link MetaBatchPlan} in memory, or a store that is read
 * step by step.
 *
 * <p>Threads may share it. What a step is made of depends on its epoch and number alone, so that
 * steps may be asked for in any order, by anyone.
 */
public interface StepSource {
  /** How many steps an epoch has: one for each meta-batch. */
  int batchCount();

  /** The most rows a step can have. */
  int largestStep();

  /** The steps of an epoch, counted from 0. */
  Epoch epoch(int number);

  /** One pass over all meta-batches. Not for sharing between threads. */
  interface Epoch {
    /** Assembles the batch of a step, counted from 0. */
    MetaBatch step(int step);
  }
}
