package io.kith.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Horizontal bars: for every category one of each group, beside each other or stacked.
 *
 * @param categories from top to bottom
 */
public record BarChart(Axis value, List<String> categories, boolean stacked, List<Group> groups)
    implements Chart {
  /** The bars of one colour, one for each category. */
  public record Group(String name, double[] values) {}

  public BarChart(Axis value, List<String> categories, boolean stacked) {
    this(value, List.copyOf(categories), stacked, List.of());
  }

  public BarChart group(String name, double[] values) {
    List<Group> more = new ArrayList<>(groups);
    more.add(new Group(name, Chart.rounded(values)));
    return new BarChart(value, categories, stacked, more);
  }
}
