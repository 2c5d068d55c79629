package io.kith.bench;

import java.util.Arrays;
import java.util.List;

/** Blocks, the seconds on the clock that cutting them took, and the processor seconds. */
record TimedCut(int[] blockOfRow, double clock, double processor) {

  /** The blocks of the last of several runs, and the medians of their times. */
  static TimedCut median(List<TimedCut> runs) {
    return new TimedCut(
        runs.get(runs.size() - 1).blockOfRow,
        median(runs.stream().mapToDouble(TimedCut::clock).toArray()),
        median(runs.stream().mapToDouble(TimedCut::processor).toArray()));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  int[] sizes(int blocks) {
    int[] sizes = new int[blocks];
    for (int block : blockOfRow) {
      sizes[block]++;
    }
    return sizes;
  }
}
