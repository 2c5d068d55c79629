package io.kith.data;

import io.kith.base.BadInputException;
import java.util.Arrays;
import java.util.List;

/** Collects soft labels while rows are read; a row without any probability has no label. */
final class SoftLabels {
  private final List<String> names;
  private final float[][] targets;

  SoftLabels(List<String> names, int rows) {
    this.names = List.copyOf(names);
    this.targets = new float[rows][];
  }

  /**
   * Takes the probabilities of a row, NaN where there is none.
   *
   * @param where the row, as the subject of a complaint
   */
  void set(int row, float[] probabilities, String where) {
    int missing = 0;
    for (float probability : probabilities) {
      missing += Float.isNaN(probability) ? 1 : 0;
    }
    if (missing == probabilities.length) {
      targets[row] = null;
      return;
    }
    String fault =
        missing > 0
            ? "must have a probability for every class or for none, but lacks "
                + missing
                + " of "
                + names.size()
            : Labels.faultOf(probabilities, names.size());
    if (!fault.isEmpty()) {
      throw new BadInputException(where + " " + fault + ": mend the row, or leave it unlabelled.");
    }
    targets[row] = probabilities.clone();
  }

  void clear() {
    Arrays.fill(targets, null);
  }

  /** Labels of the first rows. */
  Labels labels(int rows) {
    return Labels.soft(Arrays.copyOf(targets, rows), names);
  }
}
