package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GainQueueTest {

  @Test
  void alwaysHandsOutTheBestLikeASlowSearch() {
    for (int size : new int[] {1, 7, 8, 9, 31, 1000}) {
      SplittableRandom random = new SplittableRandom(size);
      GainQueue queue = new GainQueue(size);
      TreeMap<Integer, Double> slow = new TreeMap<>();
      for (int step = 0; step < 5 * size; step++) {
        int node = random.nextInt(size);
        if (random.nextInt(4) == 0) {
          queue.remove(node);
          slow.remove(node);
        } else {
          double gain = random.nextInt(20);
          queue.put(node, gain);
          slow.put(node, gain);
        }
        if (random.nextInt(5) == 0 && !slow.isEmpty()) {
          double best = slow.values().stream().mapToDouble(g -> g).max().orElseThrow();
          assertEquals(best, queue.topGain(), "size " + size + ", step " + step);
          assertEquals(best, slow.remove(queue.poll()), "size " + size + ", step " + step);
        }
        assertEquals(slow.isEmpty(), queue.isEmpty());
      }
      queue.clear();
      assertTrue(queue.isEmpty());
    }
  }
}
