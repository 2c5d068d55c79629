package io.kith.data;

import io.kith.base.Fingerprint;
import java.util.Arrays;
import java.util.List;

/**
 * The class of every row as an index into a list of names, or {@link #UNLABELED}.
 *
 * <p>Immutable; threads may share it.
 */
public final class Labels {
  /** The label of a row whose class is unknown or hidden. */
  public static final int UNLABELED = -1;

  private final int[] classes;
  private final List<String> names;
  private final int labeled;

  public Labels(int[] classes, List<String> names) {
    this.classes = classes.clone();
    this.names = List.copyOf(names);
    int count = 0;
    for (int i = 0; i < classes.length; i++) {
      if (classes[i] < UNLABELED || classes[i] >= names.size()) {
        throw new IllegalArgumentException(
            "the label of row "
                + i
                + " must be -1 or a class below "
                + names.size()
                + ", but was "
                + classes[i]);
      }
      if (classes[i] != UNLABELED) {
        count++;
      }
    }
    this.labeled = count;
  }

  /** No row has a label. */
  public static Labels none(int rows) {
    int[] classes = new int[rows];
    Arrays.fill(classes, UNLABELED);
    return new Labels(classes, List.of());
  }

  public int size() {
    return classes.length;
  }

  /** The class index of a row, or {@link #UNLABELED}. */
  public int label(int row) {
    return classes[row];
  }

  public boolean isLabeled(int row) {
    return classes[row] != UNLABELED;
  }

  public int labeledCount() {
    return labeled;
  }

  public int classCount() {
    return names.size();
  }

  public List<String> names() {
    return names;
  }

  public String name(int classIndex) {
    return names.get(classIndex);
  }

  /** The rows that have a label, in order. */
  public int[] labeledRows() {
    int[] rows = new int[labeled];
    int at = 0;
    for (int i = 0; i < classes.length; i++) {
      if (classes[i] != UNLABELED) {
        rows[at++] = i;
      }
    }
    return rows;
  }

  /** How many rows each class has. */
  public int[] histogram() {
    int[] counts = new int[names.size()];
    for (int c : classes) {
      if (c != UNLABELED) {
        counts[c]++;
      }
    }
    return counts;
  }

  /** The labels of the named rows, in that order, with the same class names. */
  public Labels gather(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = classes[rows[i]];
    }
    return new Labels(chosen, names);
  }

  /** The same labels, except that only the named rows keep theirs. */
  public Labels keepOnly(int[] rows) {
    int[] kept = new int[classes.length];
    Arrays.fill(kept, UNLABELED);
    for (int row : rows) {
      kept[row] = classes[row];
    }
    return new Labels(kept, names);
  }

  void fingerprint(Fingerprint fingerprint) {
    names.forEach(fingerprint::add);
    fingerprint.add(classes);
  }
}
