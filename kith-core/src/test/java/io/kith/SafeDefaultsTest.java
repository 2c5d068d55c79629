package io.kith;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.learner.NetworkOptions;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Without any tuning, the graph costs at most half a point of test accuracy against the supervised
 * baseline, also where neighbours tell little: means over seeds.
 */
class SafeDefaultsTest {
  private static final double MOST = 0.005;

  /** The defaults of everything but the network, which is as small as the data. */
  private static final RunOptions DEFAULTS =
      RunOptions.defaults().withNetwork(new NetworkOptions(List.of(64, 64), 0.2));

  @Test
  void neighboursThatTellLittleDoLittleHarm() {
    assertSafe("parity", seed -> Parity.dataset(1500, seed), 0.3, 2);
  }

  @Test
  @Tag("slow")
  void everyDataSetAtEveryRatio() {
    for (double ratio : new double[] {0.05, 0.1, 0.3, 1}) {
      assertSafe("parity", seed -> Parity.dataset(3000, seed), ratio, 5);
      assertSafe("quiet curves", seed -> Curves.dataset(3000, 4, 20, 0.5, seed), ratio, 5);
      assertSafe("curves", seed -> Curves.dataset(3000, 4, 20, 1.0, seed), ratio, 5);
      assertSafe("noisy curves", seed -> Curves.dataset(3000, 4, 20, 3.0, seed), ratio, 5);
      assertSafe("few dimensions", seed -> Curves.dataset(3000, 6, 3, 0.5, seed), ratio, 5);
    }
  }

  private static void assertSafe(String name, LongFunction<Dataset> data, double ratio, int seeds) {
    double gain = 0;
    for (int s = 1; s <= seeds; s++) {
      Dataset rows = data.apply(new Seed(s).derive("safe").random().nextLong());
      RunOptions options = DEFAULTS.withSeed(s).withSplit(DEFAULTS.split().withLabelRatio(ratio));
      gain += accuracy(rows, options) - accuracy(rows, options.withMethod(Method.SUPERVISED));
    }
    assertThat(gain / seeds).as("%s at %s", name, ratio).isGreaterThanOrEqualTo(-MOST);
  }

  private static double accuracy(Dataset rows, RunOptions options) {
    Trained trained = Kith.run(rows, options);
    trained.model().close();
    return trained.run().test().accuracy();
  }
}
