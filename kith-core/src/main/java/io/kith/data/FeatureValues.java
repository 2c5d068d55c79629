package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.engine.FloatMatrix;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Says which feature values can be used, and what to do about the others. */
final class FeatureValues {
  private static final int SHOWN = 40;

  private FeatureValues() {}

  /** A sentence about a value that is no finite number, given as text. */
  static BadInputException complaint(String where, String value) {
    switch (value.toLowerCase(Locale.ROOT)) {
      case "", "na", "n/a", "null", "none", "?" -> {
        return new BadInputException(
            where
                + (value.isEmpty() ? " has no value" : " has no value (" + value + ")")
                + ": fill missing values with --impute, or leave the column out with --ignore.");
      }
      case "nan", "+nan", "-nan" -> {
        return new BadInputException(
            where
                + " holds NaN, which is not a finite number: fill such values with --impute, or"
                + " leave the column out with --ignore.");
      }
      default -> {
        return isNumber(value)
            ? new BadInputException(
                where
                    + " holds "
                    + value
                    + ", which is not a finite 32-bit number: correct it, or leave the column out"
                    + " with --ignore.")
            : new BadInputException(
                where
                    + " holds \""
                    + (value.length() <= SHOWN ? value : value.substring(0, SHOWN) + "…")
                    + "\", which is not a number: encode text columns with --one-hot, or leave the"
                    + " column out with --ignore.");
      }
    }
  }

  /** Makes sure that all values of a matrix are finite; NaN may stay when it will be imputed. */
  static void requireUsable(FloatMatrix features, List<String> names, Path file, boolean impute) {
    float[] row = new float[features.columns()];
    for (int i = 0; i < features.rows(); i++) {
      features.copyRow(i, row);
      for (int j = 0; j < row.length; j++) {
        if (!(Math.abs(row[j]) <= Float.MAX_VALUE) && !(impute && Float.isNaN(row[j]))) {
          throw complaint(
              String.format("column \"%s\" of %s, row %d,", names.get(j), file, i + 1),
              Float.toString(row[j]));
        }
      }
    }
  }

  private static boolean isNumber(String value) {
    String word = value.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "");
    if (word.equals("inf") || word.equals("infinity")) {
      return true;
    }
    try {
      Double.parseDouble(value);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
