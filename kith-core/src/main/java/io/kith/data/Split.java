package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Which rows train, which validate and which test.
 *
 * <p>Validation and test rows have labels; unlabelled rows train. Where whole groups go to one
 * part, the unlabelled rows of validation and test groups are left out of all of them: a network
 * that has seen a speaker's unlabelled frames has seen the speaker.
 *
 * <p>Immutable; threads may share it.
 */
public final class Split {
  private final int[] train;
  private final int[] validation;
  private final int[] test;
  private final int leftOut;

  private Split(int[] train, int[] validation, int[] test, int leftOut) {
    this.train = train;
    this.validation = validation;
    this.test = test;
    this.leftOut = leftOut;
  }

  /** A split that is given, as corpora often have one; no row may be in two parts. */
  public static Split of(int[] train, int[] validation, int[] test) {
    int[] all = concatenate(train, validation, test);
    Arrays.sort(all);
    for (int i = 0; i < all.length; i++) {
      if (all[i] < 0 || (i > 0 && all[i] == all[i - 1])) {
        throw new IllegalArgumentException(
            "every row must be >= 0 and in one part only, but row " + all[i] + " is not");
      }
    }
    return new Split(sorted(train), sorted(validation), sorted(test), 0);
  }

  /** Parts the rows of a data set at random. */
  public static Split of(Dataset dataset, SplitOptions options, Seed seed) {
    return of(dataset.labels(), dataset.groups(), options, seed);
  }

  /** Parts rows of which no more than the labels is at hand. */
  public static Split of(Labels labels, SplitOptions options, Seed seed) {
    return of(labels, Optional.empty(), options, seed);
  }

  private static Split of(Labels labels, Optional<Groups> groups, SplitOptions options, Seed seed) {
    requireClasses(labels);
    Seed own = seed.derive("split");
    Part[] parts;
    if (options.byGroup() && groups.isPresent()) {
      parts = GroupSplit.parts(groups.get(), labels, options, own);
    } else if (options.stratified()) {
      parts = stratified(labels, options, own);
    } else {
      parts = plain(labels, options, own);
    }
    Split split =
        new Split(
            rowsOf(parts, Part.TRAIN),
            rowsOf(parts, Part.VALIDATION),
            rowsOf(parts, Part.TEST),
            rowsOf(parts, Part.LEFT_OUT).length);
    split.requireParts(labels, options);
    return split;
  }

  /** Rows that train, labelled or not, in ascending order. */
  public int[] train() {
    return train.clone();
  }

  public int[] validation() {
    return validation.clone();
  }

  public int[] test() {
    return test.clone();
  }

  /** How many rows are in no part: unlabelled rows of validation and test groups. */
  public int leftOut() {
    return leftOut;
  }

  /**
   * The labels that training may see: none outside of the training rows, and of theirs the share
   * {@link SplitOptions#labelRatio}.
   *
   * <p>Stratified, every class keeps its share and at least one label, so that few more labels than
   * asked for may stay. A smaller ratio keeps, up to rounding, a part of what a larger one keeps.
   */
  public Labels visibleLabels(Labels labels, SplitOptions options, Seed seed) {
    Seed own = seed.derive("visible");
    int[] labeled = Arrays.stream(train).filter(labels::isLabeled).toArray();
    if (options.labelRatio() == 1.0 || labeled.length == 0) {
      return labels.keepOnly(labeled);
    }
    int wanted = atLeastOne(options.labelRatio() * labeled.length);
    if (!options.stratified()) {
      own.shuffle(labeled);
      return labels.keepOnly(Arrays.copyOf(labeled, wanted));
    }
    int[][] byClass = byClass(labels, labeled, own);
    int[] counts = sizes(byClass);
    int[] room = counts.clone();
    int[] quotas = Apportionment.shares(counts, options.labelRatio(), wanted, room);
    int[][] kept = new int[byClass.length][];
    for (int c = 0; c < byClass.length; c++) {
      kept[c] = Arrays.copyOf(byClass[c], Math.max(quotas[c], Math.min(1, counts[c])));
    }
    return labels.keepOnly(concatenate(kept));
  }

  enum Part {
    TRAIN,
    VALIDATION,
    TEST,
    LEFT_OUT
  }

  static int atLeastOne(double wished) {
    return wished > 0 ? Math.max(1, (int) Math.round(wished)) : 0;
  }

  private static Part[] plain(Labels labels, SplitOptions options, Seed seed) {
    Part[] parts = allTrain(labels.size());
    int[] rows = labels.labeledRows();
    seed.shuffle(rows);
    int test = atLeastOne(options.test() * rows.length);
    int validation = atLeastOne(options.validation() * rows.length);
    for (int i = 0; i < Math.min(rows.length, test + validation); i++) {
      parts[rows[i]] = i < test ? Part.TEST : Part.VALIDATION;
    }
    return parts;
  }

  /** Every class gives each part its share, to within one row, and keeps a row for training. */
  private static Part[] stratified(Labels labels, SplitOptions options, Seed seed) {
    Part[] parts = allTrain(labels.size());
    int[] rows = labels.labeledRows();
    int[][] byClass = byClass(labels, rows, seed);
    int[] counts = sizes(byClass);
    int[] room = Arrays.stream(counts).map(count -> Math.max(0, count - 1)).toArray();
    int wantedTest = atLeastOne(options.test() * rows.length);
    int[] test = Apportionment.shares(counts, options.test(), wantedTest, room);
    for (int c = 0; c < room.length; c++) {
      room[c] -= test[c];
    }
    int wantedValidation = atLeastOne(options.validation() * rows.length);
    int[] validation = Apportionment.shares(counts, options.validation(), wantedValidation, room);
    for (int c = 0; c < byClass.length; c++) {
      for (int i = 0; i < test[c] + validation[c]; i++) {
        parts[byClass[c][i]] = i < test[c] ? Part.TEST : Part.VALIDATION;
      }
    }
    return parts;
  }

  private static Part[] allTrain(int rows) {
    Part[] parts = new Part[rows];
    Arrays.fill(parts, Part.TRAIN);
    return parts;
  }

  /** The named rows of each class, in random order. */
  private static int[][] byClass(Labels labels, int[] rows, Seed seed) {
    int[] counts = labels.keepOnly(rows).histogram();
    int[][] byClass = new int[counts.length][];
    for (int c = 0; c < counts.length; c++) {
      byClass[c] = new int[counts[c]];
    }
    int[] filled = new int[counts.length];
    for (int row : rows) {
      int c = labels.label(row);
      byClass[c][filled[c]++] = row;
    }
    for (int c = 0; c < counts.length; c++) {
      seed.derive(c).shuffle(byClass[c]);
    }
    return byClass;
  }

  private static int[] sizes(int[][] lists) {
    return Arrays.stream(lists).mapToInt(list -> list.length).toArray();
  }

  private static int[] rowsOf(Part[] parts, Part part) {
    int count = 0;
    for (Part p : parts) {
      count += p == part ? 1 : 0;
    }
    int[] rows = new int[count];
    int at = 0;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] == part) {
        rows[at++] = i;
      }
    }
    return rows;
  }

  private static void requireClasses(Labels labels) {
    if (labels.labeledCount() == 0) {
      throw new BadInputException(
          "no row has a label: name the column that holds the classes with --label, and fill it in"
              + " for some rows.");
    }
    int[] histogram = labels.histogram();
    if (Arrays.stream(histogram).filter(count -> count > 0).count() < 2) {
      throw new BadInputException(
          "all labelled rows are of one class (\""
              + labels.name(labels.label(labels.labeledRows()[0]))
              + "\"): label rows of at least two classes.");
    }
  }

  private void requireParts(Labels labels, SplitOptions options) {
    boolean lacking =
        (options.validation() > 0 && validation.length == 0)
            || (options.test() > 0 && test.length == 0)
            || Arrays.stream(train).noneMatch(labels::isLabeled);
    if (lacking) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "%d labelled rows are too few for training, validation (%s) and test (%s): label more"
                  + " rows, or set --validation or --test to 0.",
              labels.labeledCount(),
              options.validation(),
              options.test()));
    }
  }

  private static int[] sorted(int[] rows) {
    int[] copy = rows.clone();
    Arrays.sort(copy);
    return copy;
  }

  private static int[] concatenate(int[]... lists) {
    return Arrays.stream(lists).flatMapToInt(Arrays::stream).toArray();
  }
}
