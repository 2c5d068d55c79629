package io.kith.spark.graph;

import org.apache.spark.api.java.JavaRDD;

/**
 * Finds the median of all neighbour distances exactly, without sorting them.
 *
 * <p>A float's bits, those of negative ones flipped, sort as the floats do. One pass counts
 * distances by the upper 16 bits, which tells the upper 16 bits of the median; a second counts
 * those by the lower 16 bits.
 */
final class DistanceSelection {
  private static final int HALF = 1 << 16;

  private DistanceSelection() {}

  /** The median; the lower of the two middle distances if there are two. */
  static float lowerMedian(JavaRDD<NeighborChunk> chunks) {
    long[] uppers =
        Counts.over(
            chunks,
            HALF,
            (chunk, counts) -> {
              for (float distance : chunk.distances()) {
                counts[key(distance) >>> 16]++;
              }
            });
    long total = 0;
    for (long count : uppers) {
      total += count;
    }
    long rank = (total - 1) / 2;
    int upper = 0;
    while (rank >= uppers[upper]) {
      rank -= uppers[upper++];
    }
    int wanted = upper;
    long[] lowers =
        Counts.over(
            chunks,
            HALF,
            (chunk, counts) -> {
              for (float distance : chunk.distances()) {
                if (key(distance) >>> 16 == wanted) {
                  counts[key(distance) & HALF - 1]++;
                }
              }
            });
    int lower = 0;
    while (rank >= lowers[lower]) {
      rank -= lowers[lower++];
    }
    return distance(upper << 16 | lower);
  }

  /** Whole numbers, as if unsigned, that sort as the floats do. */
  private static int key(float distance) {
    int bits = Float.floatToIntBits(distance);
    return bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE;
  }

  private static float distance(int key) {
    return Float.intBitsToFloat(key < 0 ? key ^ Integer.MIN_VALUE : ~key);
  }
}
