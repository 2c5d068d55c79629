package io.kith.propagate;

import io.kith.base.Parallel;

/** Cuts rows into ranges of a fixed length, whatever the number of threads. */
final class Rows {
  private static final int PER_TASK = 2048;

  private Rows() {}

  /** Works on the rows {@code from} to {@code to - 1}. */
  @FunctionalInterface
  interface Work {
    void on(int from, int to);
  }

  /** Works on a range and says by how much values changed there, or any other measure. */
  @FunctionalInterface
  interface Measure {
    double of(int from, int to);
  }

  /** Works on a range and adds up sums over it. */
  @FunctionalInterface
  interface Sums {
    void add(int from, int to, double[] into);
  }

  static void each(int rows, Parallel parallel, Work work) {
    parallel.run(
        tasks(rows),
        task -> work.on(task * PER_TASK, (int) Math.min(rows, (task + 1L) * PER_TASK)));
  }

  /** The largest measure of all ranges; NaN if one is. */
  static double largest(int rows, Parallel parallel, Measure measure) {
    double[] found = new double[tasks(rows)];
    each(rows, parallel, (from, to) -> found[from / PER_TASK] = measure.of(from, to));
    double largest = 0;
    for (double value : found) {
      largest = Math.max(largest, value);
    }
    return largest;
  }

  /** Sums over all rows, added up in the order of the ranges. */
  static double[] sum(int rows, int sums, Parallel parallel, Sums work) {
    double[][] parts = new double[tasks(rows)][sums];
    each(rows, parallel, (from, to) -> work.add(from, to, parts[from / PER_TASK]));
    double[] all = new double[sums];
    for (double[] part : parts) {
      for (int s = 0; s < sums; s++) {
        all[s] += part[s];
      }
    }
    return all;
  }

  private static int tasks(int rows) {
    return (int) ((rows + PER_TASK - 1L) / PER_TASK);
  }
}
