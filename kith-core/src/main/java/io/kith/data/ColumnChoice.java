package io.kith.data;

import io.kith.base.BadInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Finds columns by name and by pattern; a name that is not there is an error that lists those that
 * are.
 */
final class ColumnChoice {
  private static final int LISTED = 20;

  private final Path file;
  private final List<String> names;

  ColumnChoice(Path file, List<String> names) {
    this.file = file;
    this.names = names;
  }

  /** The position of a column that must be there, or -1 where no name was given. */
  int required(String role, String name) {
    int at = optional(name);
    if (at < 0 && !name.isEmpty()) {
      throw new BadInputException(
          file + " has no column \"" + name + "\" for the " + role + ": it has " + list() + ".");
    }
    return at;
  }

  /** The position of a column, or -1. */
  int optional(String name) {
    return name.isEmpty() ? -1 : names.indexOf(name);
  }

  /**
   * Positions of the columns that hold a probability for each class; none where the label is one
   * column.
   */
  int[] softLabels(String label) {
    if (optional(label) >= 0 || !isPattern(label)) {
      return new int[0];
    }
    Pattern regex = regex(label);
    return IntStream.range(0, names.size())
        .filter(j -> regex.matcher(names.get(j)).matches())
        .toArray();
  }

  /** What the pattern leaves open of a column's name: the class that the column is about. */
  String softClass(String label, int column) {
    String name = names.get(column);
    int from = Math.max(0, firstWildcard(label));
    int to = label.length() - 1 - Math.max(label.lastIndexOf('*'), label.lastIndexOf('?'));
    return name.substring(from, name.length() - to);
  }

  private static boolean isPattern(String label) {
    return firstWildcard(label) >= 0;
  }

  private static int firstWildcard(String label) {
    int star = label.indexOf('*');
    int mark = label.indexOf('?');
    return star < 0 || mark < 0 ? Math.max(star, mark) : Math.min(star, mark);
  }

  /** Positions of the feature columns, in the order of the file. */
  int[] features(ReadOptions options) {
    boolean[] ignored = matching("ignore", options.ignore());
    boolean[] wanted = matching("features", options.features());
    int[] softLabels = softLabels(options.label());
    List<Integer> chosen = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      String name = names.get(j);
      boolean hasRole =
          name.equals(options.label())
              || Arrays.binarySearch(softLabels, j) >= 0
              || name.equals(options.group())
              || name.equals(options.id());
      if (!hasRole && !ignored[j] && (options.features().isEmpty() || wanted[j])) {
        chosen.add(j);
      }
    }
    if (chosen.isEmpty()) {
      throw new BadInputException(
          file
              + " has no feature column left after label, group, id and --ignore: it has "
              + list()
              + ".");
    }
    return chosen.stream().mapToInt(Integer::intValue).toArray();
  }

  /** The names of all columns, or of the first ones, for a sentence. */
  String list() {
    String listed = String.join(", ", names.subList(0, Math.min(LISTED, names.size())));
    return names.size() <= LISTED
        ? "the columns " + listed
        : names.size() + " columns, the first of them " + listed;
  }

  private boolean[] matching(String option, List<String> patterns) {
    boolean[] matches = new boolean[names.size()];
    for (String pattern : patterns) {
      Pattern regex = regex(pattern);
      boolean any = false;
      for (int j = 0; j < matches.length; j++) {
        if (regex.matcher(names.get(j)).matches()) {
          matches[j] = true;
          any = true;
        }
      }
      if (!any) {
        throw new BadInputException(
            "no column of "
                + file
                + " matches --"
                + option
                + " '"
                + pattern
                + "': it has "
                + list()
                + ".");
      }
    }
    return matches;
  }

  private static Pattern regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
