package io.kith.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PivotGroupsTest {

  /** A chain 0 = 1 - 2 = 3 whose double links are the stronger ones. */
  @Test
  void pivotsWithManyRowsInCommonComeTogether() {
    Map<Long, Long> common = common(0, 1, 50, 1, 2, 10, 2, 3, 40);
    PivotGroups groups = new PivotGroups(new long[] {10, 10, 10, 10}, common, 20, 5);
    assertThat(groups.groupOf()).containsExactly(0, 0, 1, 1);
    assertThat(groups.count()).isEqualTo(2);
  }

  /** The link of two large groups counts less than that of two small ones: 60²/900 < 30²/100. */
  @Test
  void smallOnesComeTogetherFirst() {
    Map<Long, Long> common = common(0, 1, 60, 1, 2, 30, 0, 3, 1);
    PivotGroups groups = new PivotGroups(new long[] {90, 10, 10, 10}, common, 100, 5);
    assertThat(groups.groupOf()).containsExactly(0, 1, 1, 0);
  }

  @Test
  void aTinyGroupJoinsAnotherWhetherItFitsOrNot() {
    Map<Long, Long> linked = common(0, 1, 3, 1, 2, 1);
    assertThat(new PivotGroups(new long[] {20, 2, 19}, linked, 20, 5).groupOf())
        .containsExactly(0, 0, 1);
    assertThat(new PivotGroups(new long[] {20, 2, 15}, new HashMap<>(), 20, 5).groupOf())
        .containsExactly(0, 1, 1);
    assertThat(new PivotGroups(new long[] {2}, new HashMap<>(), 20, 5).groupOf())
        .containsExactly(0);
  }

  /** Triples of two pivots and the number of rows they have in common. */
  private static Map<Long, Long> common(long... triples) {
    Map<Long, Long> common = new HashMap<>();
    for (int t = 0; t < triples.length; t += 3) {
      common.put(triples[t] << 32 | triples[t + 1], triples[t + 2]);
    }
    return common;
  }
}
