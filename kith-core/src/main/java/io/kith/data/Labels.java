package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import java.util.Arrays;
import java.util.List;

/**
 * The class of every row as an index into a list of names, or {@link #UNLABELED}.
 *
 * <p>A label may be soft: a distribution t over the classes instead of one of them. Training then
 * learns the distribution; wherever one class is asked for, it is the likeliest.
 *
 * <p>Immutable; threads may share it.
 */
public final class Labels {
  /** The label of a row whose class is unknown or hidden. */
  public static final int UNLABELED = -1;

  /** How far the probabilities of a soft label may be from adding up to 1, for rounded ones. */
  private static final double TOLERANCE = 0.01;

  private final int[] classes;
  private final float[][] targets; // a distribution for each labelled row; null where all are hard
  private final List<String> names;
  private final int labeled;

  public Labels(int[] classes, List<String> names) {
    this(classes.clone(), names, null);
  }

  private Labels(int[] classes, List<String> names, float[][] targets) {
    this.classes = classes;
    this.targets = targets;
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

  /**
   * Soft labels, scaled to add up to 1 exactly.
   *
   * @param targets for each row a probability for each class, or null where the row has no label
   */
  public static Labels soft(float[][] targets, List<String> names) {
    int[] classes = new int[targets.length];
    float[][] scaled = new float[targets.length][];
    for (int i = 0; i < targets.length; i++) {
      classes[i] = UNLABELED;
      if (targets[i] != null) {
        String fault = faultOf(targets[i], names.size());
        if (!fault.isEmpty()) {
          throw new IllegalArgumentException("the label of row " + i + " " + fault);
        }
        scaled[i] = scaled(targets[i]);
        classes[i] = likeliest(scaled[i]);
      }
    }
    return new Labels(classes, names, scaled);
  }

  /** What is wrong with a soft label, as the rest of a sentence; "" where nothing is. */
  static String faultOf(float[] target, int classes) {
    if (target.length != classes) {
      return "must have " + classes + " probabilities, but had " + target.length;
    }
    double sum = 0;
    for (float probability : target) {
      if (!(probability >= 0)) {
        return "must have probabilities >= 0, but one was " + probability;
      }
      sum += probability;
    }
    return Math.abs(sum - 1) <= TOLERANCE
        ? ""
        : "must have probabilities that add up to 1, but their sum was " + (float) sum;
  }

  private static float[] scaled(float[] target) {
    double sum = 0;
    for (float probability : target) {
      sum += probability;
    }
    float[] scaled = new float[target.length];
    for (int c = 0; c < scaled.length; c++) {
      scaled[c] = (float) (target[c] / sum);
    }
    return scaled;
  }

  private static int likeliest(float[] target) {
    int best = 0;
    for (int c = 1; c < target.length; c++) {
      if (target[c] > target[best]) {
        best = c;
      }
    }
    return best;
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

  /** Whether labels are distributions rather than single classes. */
  public boolean isSoft() {
    return targets != null;
  }

  /** The share of a class in the label of a labelled row: 1 or 0 where labels are not soft. */
  public float target(int row, int classIndex) {
    if (targets != null) {
      return targets[row][classIndex];
    }
    return classes[row] == classIndex ? 1 : 0;
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
    float[][] chosenTargets = targets == null ? null : new float[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = classes[rows[i]];
      if (targets != null) {
        chosenTargets[i] = targets[rows[i]];
      }
    }
    return new Labels(chosen, names, chosenTargets);
  }

  /** The same labels, except that only the named rows keep theirs. */
  public Labels keepOnly(int[] rows) {
    int[] kept = new int[classes.length];
    Arrays.fill(kept, UNLABELED);
    float[][] keptTargets = targets == null ? null : new float[classes.length][];
    for (int row : rows) {
      kept[row] = classes[row];
      if (targets != null) {
        keptTargets[row] = targets[row];
      }
    }
    return new Labels(kept, names, keptTargets);
  }

  void fingerprint(Fingerprint fingerprint) {
    names.forEach(fingerprint::add);
    fingerprint.add(classes);
    if (targets != null) {
      for (float[] target : targets) {
        fingerprint.add(target == null ? new float[0] : target);
      }
    }
  }

  /**
   * Refuses validation labels of classes that cannot be learned.
   *
   * @param visible how many training rows of each class have a label that may be seen
   */
  public void requireLearnable(int[] visible) {
    int[] asked = histogram();
    boolean any = Arrays.stream(visible).anyMatch(count -> count > 0);
    for (int c = 0; c < asked.length; c++) {
      if (any && asked[c] > 0 && visible[c] == 0) {
        throw new BadInputException(
            String.format(
                "%d validation rows are of class \"%s\", of which no training row has a label that"
                    + " may be seen: label one, raise --label-ratio, or leave the class out.",
                asked[c], name(c)));
      }
    }
  }
}
