package io.kith.report;

import java.util.ArrayList;
import java.util.List;

/**
 * How several sets of values are spread over the same bins: shares of each set, so that sets of
 * different size compare.
 */
public record HistogramChart(Axis x, List<Spread> spreads, List<LineChart.Mark> marks)
    implements Chart {
  /** One set: its bins from low to high, equally wide. */
  public record Spread(String name, double low, double high, double[] shares) {}

  public HistogramChart(Axis x) {
    this(x, List.of(), List.of());
  }

  public HistogramChart spread(String name, double low, double high, int[] counts) {
    double all = 0;
    for (int count : counts) {
      all += count;
    }
    double[] shares = new double[counts.length];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = all == 0 ? 0 : counts[i] / all;
    }
    List<Spread> more = new ArrayList<>(spreads);
    more.add(new Spread(name, low, high, Chart.rounded(shares)));
    return new HistogramChart(x, more, marks);
  }

  public HistogramChart mark(String name, double at) {
    List<LineChart.Mark> more = new ArrayList<>(marks);
    more.add(new LineChart.Mark(name, at));
    return new HistogramChart(x, spreads, more);
  }
}
