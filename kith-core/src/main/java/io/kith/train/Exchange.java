package io.kith.train;

/**
 * How workers that keep in step make the mean of their gradients: within a process in shared memory
 * ({@link SharedMean}), between processes by an all-reduce.
 *
 * <p>One round for each update: {@link #begin}, then each worker offers its gradient part by part
 * while it is still computing the rest, then everyone calls {@link #complete}. A part is exchanged
 * once all workers have offered it, so that only the last part has to be waited for.
 */
public interface Exchange {
  /**
   * Opens a round.
   *
   * @param workers how many take part, counted from the first; the last round of an epoch may have
   *     no batch for the others
   */
  void begin(int workers);

  /**
   * A worker's gradient is final between two parameters. Parts are the same for every worker, and
   * together they are the whole. Returns at once; threads may call it together.
   */
  void offer(int worker, int from, int to);

  /**
   * Returns when the mean over the workers is in the gradient of the task's learner, or when this
   * process has called {@link #fail}; throws when another process has failed. Threads that call it
   * share the work that is left.
   */
  void complete();

  /**
   * Leaves in every process the sum of what each of them gives, all as many numbers. Within one
   * process there is nothing to add.
   */
  default void addUp(double[] values) {}

  /** This process will not offer the rest: no one is to wait for it in {@link #complete}. */
  void fail();
}
