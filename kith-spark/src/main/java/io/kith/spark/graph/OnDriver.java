package io.kith.spark.graph;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/** Goes through a distributed collection on the driver without holding all of it. */
final class OnDriver {
  /** Enough to keep a cluster busy, few enough for the driver and its limit on results. */
  private static final int PARTITIONS_AT_ONCE = 128;

  private OnDriver() {}

  /** Hands over all elements in the order of the partitions. */
  static <T> void forEach(JavaRDD<T> elements, Consumer<T> use) {
    int partitions = elements.getNumPartitions();
    for (int from = 0; from < partitions; from += PARTITIONS_AT_ONCE) {
      int to = Math.min(partitions, from + PARTITIONS_AT_ONCE);
      for (List<T> some : elements.collectPartitions(IntStream.range(from, to).toArray())) {
        some.forEach(use);
      }
    }
  }
}
