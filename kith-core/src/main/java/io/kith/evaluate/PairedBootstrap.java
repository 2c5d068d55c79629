package io.kith.evaluate;

import io.kith.base.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How far the difference of two classifiers' accuracies could move with other test rows: rows are
 * drawn again with replacement, many times over, the same for both (Efron and Tibshirani 1993).
 *
 * <p>Rows that belong together (one speaker) are drawn together, because they are right or wrong
 * together: drawn singly, they would make the interval too narrow.
 */
public final class PairedBootstrap {
  private static final int DRAWS = 2000;
  private static final double OUTSIDE = 0.05;

  private PairedBootstrap() {}

  /**
   * One seed's test rows.
   *
   * @param cluster which cluster each row belongs to, counted from 0, the same numbers in all seeds
   * @param difference for each row 1 if only the one classifier is right, −1 if only the other,
   *     else 0
   */
  public record Rows(int[] cluster, int[] difference) {}

  /** Where 95 % of the drawn differences lie. */
  public record Interval(double low, double high) {}

  /** The interval of the mean over seeds of the difference in accuracy. */
  public static Interval of(List<Rows> seeds, int clusters, Seed seed) {
    long[][] sums = new long[seeds.size()][clusters];
    long[][] counts = new long[seeds.size()][clusters];
    for (int s = 0; s < seeds.size(); s++) {
      Rows rows = seeds.get(s);
      for (int i = 0; i < rows.cluster().length; i++) {
        sums[s][rows.cluster()[i]] += rows.difference()[i];
        counts[s][rows.cluster()[i]]++;
      }
    }
    SplittableRandom random = seed.random();
    double[] drawn = new double[DRAWS];
    int[] times = new int[clusters];
    for (int d = 0; d < DRAWS; d++) {
      Arrays.fill(times, 0);
      for (int c = 0; c < clusters; c++) {
        times[random.nextInt(clusters)]++;
      }
      for (int s = 0; s < seeds.size(); s++) {
        long sum = 0;
        long count = 0;
        for (int c = 0; c < clusters; c++) {
          sum += times[c] * sums[s][c];
          count += times[c] * counts[s][c];
        }
        drawn[d] += count == 0 ? 0 : (double) sum / count / seeds.size();
      }
    }
    Arrays.sort(drawn);
    int tail = (int) (OUTSIDE / 2 * DRAWS);
    return new Interval(drawn[tail], drawn[DRAWS - 1 - tail]);
  }
}
