package io.kith.report;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a figure draws: plain values that the page's script gives to the chart library. */
public sealed interface Chart permits LineChart, BarChart, HistogramChart, HeatMap, SpyPlot {
  /** The word by which the script knows how to draw it. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  default String kind() {
    return getClass().getSimpleName();
  }

  /** Six digits: more would only make the page larger. */
  static double[] rounded(double[] values) {
    double[] rounded = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      rounded[i] =
          Double.isFinite(values[i])
              ? new java.math.BigDecimal(values[i])
                  .round(new java.math.MathContext(6))
                  .doubleValue()
              : Double.NaN;
    }
    return rounded;
  }
}
