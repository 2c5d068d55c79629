package io.kith.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Seed;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedTestsTest {
  /** Critical values of printed tables, two-sided 5 % and 1 %. */
  @Test
  void studentsTIsThatOfTheTables() {
    int[] freedom = {1, 2, 3, 4, 5, 9, 10, 29, 30};
    double[] five = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.2622, 2.2281, 2.0452, 2.0423};
    double[] one = {63.6567, 9.9248, 5.8409, 4.6041, 4.0321, 3.2498, 3.1693, 2.7564, 2.7500};
    for (int i = 0; i < freedom.length; i++) {
      assertThat(StudentT.within(five[i], freedom[i])).isCloseTo(0.95, within(1e-5));
      assertThat(StudentT.within(one[i], freedom[i])).isCloseTo(0.99, within(1e-5));
    }
  }

  /** 1, 2, 3: mean 2, deviation 1, t = 2√3 with 2 degrees: p = 1 − t / √(2 + t²). */
  @Test
  void threeDifferencesDoneOnPaper() {
    double t = 2 * Math.sqrt(3);
    assertThat(StudentT.pValue(new double[] {1, 2, 3}))
        .isCloseTo(1 - t / Math.sqrt(2 + t * t), within(1e-12));
    assertThat(StudentT.pValue(new double[] {0.5})).isNaN();
    assertThat(StudentT.pValue(new double[] {0, 0, 0})).isEqualTo(1);
  }

  @Test
  void rowsDrawnSinglyGiveTheNormalInterval() {
    int n = 4000;
    int[] cluster = new int[n];
    int[] difference = new int[n];
    SplittableRandom random = new Seed(3).random();
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      cluster[i] = i;
      int u = random.nextInt(10);
      difference[i] = u < 3 ? 1 : u < 5 ? -1 : 0;
      sum += difference[i];
      squares += difference[i] * difference[i];
    }
    double mean = sum / n;
    double error = Math.sqrt((squares / n - mean * mean) / n);
    PairedBootstrap.Interval interval =
        PairedBootstrap.of(List.of(new PairedBootstrap.Rows(cluster, difference)), n, new Seed(1));
    assertThat(interval.low()).isCloseTo(mean - 1.96 * error, within(0.1 * error));
    assertThat(interval.high()).isCloseTo(mean + 1.96 * error, within(0.1 * error));
  }

  /** Ten speakers who are each all right or all wrong tell as much as ten rows. */
  @Test
  void rowsDrawnInClustersGiveAWiderOne() {
    int n = 1000;
    int[] single = new int[n];
    int[] grouped = new int[n];
    int[] difference = new int[n];
    for (int i = 0; i < n; i++) {
      single[i] = i;
      grouped[i] = i / 100;
      difference[i] = grouped[i] % 2 == 0 ? 1 : 0;
    }
    PairedBootstrap.Interval narrow =
        PairedBootstrap.of(List.of(new PairedBootstrap.Rows(single, difference)), n, new Seed(1));
    PairedBootstrap.Interval wide =
        PairedBootstrap.of(List.of(new PairedBootstrap.Rows(grouped, difference)), 10, new Seed(1));
    assertThat(wide.high() - wide.low()).isGreaterThan(5 * (narrow.high() - narrow.low()));
  }
}
