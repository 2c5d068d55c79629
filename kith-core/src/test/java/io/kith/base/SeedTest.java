package io.kith.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SeedTest {
  @Test
  void theSamePathGivesTheSameNumbers() {
    assertThat(new Seed(1).derive("batch").derive(3).random().nextLong())
        .isEqualTo(new Seed(1).derive("batch").derive(3).random().nextLong());
  }

  @Test
  void otherNamesNumbersAndOriginsGiveOtherSeeds() {
    Seed seed = new Seed(1);
    assertThat(
            new Seed[] {
              seed,
              new Seed(2),
              seed.derive("a"),
              seed.derive("b"),
              seed.derive("a").derive("b"),
              seed.derive("b").derive("a"),
              seed.derive(0),
              seed.derive(1),
              seed.derive("")
            })
        .doesNotHaveDuplicates();
  }

  @Test
  void aPermutationHasEveryNumberOnce() {
    for (int n : new int[] {0, 1, 7, 1000}) {
      int[] order = new Seed(5).permutation(n);
      Arrays.sort(order);
      for (int i = 0; i < n; i++) {
        assertThat(order[i]).isEqualTo(i);
      }
    }
  }
}
