package io.kith.spark.graph;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** Counters of many tasks added up; whole numbers, so that the order does not matter. */
final class Counts {
  private Counts() {}

  /** What is counted of an element. */
  @FunctionalInterface
  interface Counter<T> extends Serializable {
    void count(T element, long[] into);
  }

  static <T> long[] over(JavaRDD<T> elements, int counters, Counter<T> counter) {
    return elements
        .mapPartitions(
            some -> {
              long[] counts = new long[counters];
              while (some.hasNext()) {
                counter.count(some.next(), counts);
              }
              return List.of(counts).iterator();
            })
        .treeReduce(Counts::sum);
  }

  private static long[] sum(long[] a, long[] b) {
    long[] sum = a.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] += b[i];
    }
    return sum;
  }
}
