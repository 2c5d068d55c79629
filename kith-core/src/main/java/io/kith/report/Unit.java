package io.kith.report;

import java.util.Locale;

/** What the numbers of a column or an axis are, and so how they are written for people. */
public enum Unit {
  TEXT,
  COUNT,
  DECIMAL,
  /** A share of 1, written as a percentage. */
  PERCENT,
  SECONDS;

  /** The value as it stands in tables and sentences; a dash where there is none. */
  public String format(Object value) {
    if (!(value instanceof Number number)) {
      return value == null ? "–" : value.toString();
    }
    double amount = number.doubleValue();
    if (Double.isNaN(amount)) {
      return "–";
    }
    return switch (this) {
      case TEXT -> value.toString();
      case COUNT -> Html.count(Math.round(amount));
      case DECIMAL -> Html.decimal(amount);
      case PERCENT -> Html.percent(amount);
      case SECONDS -> Html.seconds(amount);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
