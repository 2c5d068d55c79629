package io.kith.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Numbers the different texts of a column while it is read, one int for each row. */
final class NameIndex {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("([+-]?\\d+)\\.0*");

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final int[] values;

  NameIndex(int rows) {
    values = new int[rows];
    Arrays.fill(values, Labels.UNLABELED);
  }

  /** Null and blank texts leave the row without a name. */
  void set(int row, String text) {
    values[row] = add(text);
  }

  /** The number of a name, a new one where it is new. */
  int add(String text) {
    String name = text == null ? "" : text.strip();
    if (name.isEmpty()) {
      return Labels.UNLABELED;
    }
    Integer number = numbers.get(name);
    if (number == null) {
      number = names.size();
      numbers.put(name, number);
      names.add(name);
    }
    return number;
  }

  /** Leaves all rows without a name; names keep their numbers. */
  void clear() {
    Arrays.fill(values, Labels.UNLABELED);
  }

  boolean has(int row) {
    return values[row] != Labels.UNLABELED;
  }

  Groups groups() {
    return new Groups(values, names);
  }

  /**
   * Labels of the first rows, whose class order does not depend on the order of rows: by value when
   * all names are numbers (1.0 and 1 are then one class), else by text.
   */
  Labels labels(int rows) {
    boolean numeric = names.stream().allMatch(NameIndex::isNumber);
    List<String> written =
        numeric ? names.stream().map(NameIndex::withoutEmptyFraction).toList() : names;
    Comparator<String> byText = Comparator.naturalOrder();
    List<String> sorted =
        written.stream()
            .distinct()
            .sorted(
                numeric
                    ? Comparator.comparingDouble(Double::parseDouble).thenComparing(byText)
                    : byText)
            .toList();
    Map<String, Integer> place = new HashMap<>();
    for (String name : sorted) {
      place.put(name, place.size());
    }
    int[] renumbered = new int[rows];
    for (int i = 0; i < rows; i++) {
      renumbered[i] =
          values[i] == Labels.UNLABELED ? Labels.UNLABELED : place.get(written.get(values[i]));
    }
    return new Labels(renumbered, sorted);
  }

  private static boolean isNumber(String name) {
    try {
      Double.parseDouble(name);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Columns of whole numbers with gaps are often stored as 1.0, 2.0, …: print them 1, 2, …. */
  private static String withoutEmptyFraction(String number) {
    var whole = WHOLE_NUMBER.matcher(number);
    return whole.matches() ? whole.group(1) : number;
  }
}
