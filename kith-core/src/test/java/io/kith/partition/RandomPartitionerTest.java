package io.kith.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.kith.base.Seed;
import org.junit.jupiter.api.Test;

class RandomPartitionerTest extends PartitionLaws {
  @Override
  Partitioner partitioner() {
    return new RandomPartitioner();
  }

  @Test
  void blocksDifferByOneRowAtMost() {
    Partition partition = cut(Graphs.path(23), 5, 0.5, new Seed(1), 1);
    PartitionQuality quality = PartitionQuality.of(Graphs.path(23), partition);
    assertEquals(4, quality.smallestBlock());
    assertEquals(5, quality.largestBlock());
  }

  @Test
  void anotherSeedDealsAnotherHand() {
    assertNotEquals(
        cut(Graphs.path(23), 5, 0, new Seed(1), 1).fingerprint(),
        cut(Graphs.path(23), 5, 0, new Seed(2), 1).fingerprint());
  }
}
