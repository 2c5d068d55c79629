package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.Seed;
import io.kith.data.Split.Part;
import java.util.Arrays;

/** Gives whole groups to the parts of a split. */
final class GroupSplit {
  private GroupSplit() {}

  /**
   * Takes groups in random order into the test part as long as that brings it nearer to its share
   * of labelled rows, then likewise into the validation part; the others train.
   */
  static Part[] parts(Groups groups, Labels labels, SplitOptions options, Seed seed) {
    int[] labeled = new int[groups.count()];
    for (int row : labels.labeledRows()) {
      labeled[groups.group(row)]++;
    }
    int[] order = seed.permutation(groups.count());
    int[] waiting = Arrays.stream(order).filter(group -> labeled[group] > 0).toArray();
    int partsWished = 1 + (options.validation() > 0 ? 1 : 0) + (options.test() > 0 ? 1 : 0);
    if (waiting.length < partsWished) {
      throw new BadInputException(
          String.format(
              "%d groups with labelled rows are too few for %d parts that share no group: label rows"
                  + " of more groups, set --validation or --test to 0, or split without groups.",
              waiting.length, partsWished));
    }
    Part[] ofGroup = new Part[groups.count()];
    Arrays.fill(ofGroup, Part.TRAIN);
    double total = labels.labeledCount();
    int reserved = partsWished - 1;
    if (options.test() > 0) {
      take(Part.TEST, options.test() * total, reserved, waiting, labeled, ofGroup);
      reserved--;
    }
    if (options.validation() > 0) {
      take(Part.VALIDATION, options.validation() * total, reserved, waiting, labeled, ofGroup);
    }
    Part[] ofRow = new Part[groups.size()];
    for (int i = 0; i < ofRow.length; i++) {
      Part part = ofGroup[groups.group(i)];
      ofRow[i] = part == Part.TRAIN || labels.isLabeled(i) ? part : Part.LEFT_OUT;
    }
    return ofRow;
  }

  /** Takes at least one group, and leaves {@code reserved} groups to the parts that follow. */
  private static void take(
      Part part, double wanted, int reserved, int[] waiting, int[] labeled, Part[] ofGroup) {
    int free = 0;
    for (int group : waiting) {
      free += ofGroup[group] == Part.TRAIN ? 1 : 0;
    }
    double taken = 0;
    boolean none = true;
    for (int group : waiting) {
      if (ofGroup[group] != Part.TRAIN || free <= reserved) {
        continue;
      }
      double nearer = Math.abs(wanted - taken) - Math.abs(wanted - taken - labeled[group]);
      if (none || nearer > 0) {
        ofGroup[group] = part;
        taken += labeled[group];
        none = false;
        free--;
      }
    }
  }
}
