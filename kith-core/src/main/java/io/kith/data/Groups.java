package io.kith.data;

import io.kith.base.Fingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows belong together (one speaker, one patient) and so must not be torn apart by a split.
 *
 * <p>Immutable; threads may share it.
 */
public final class Groups {
  private final int[] groups;
  private final List<String> names;

  public Groups(int[] groups, List<String> names) {
    this.groups = groups.clone();
    this.names = List.copyOf(names);
    for (int i = 0; i < groups.length; i++) {
      if (groups[i] < 0 || groups[i] >= names.size()) {
        throw new IllegalArgumentException(
            "the group of row "
                + i
                + " must be within 0.."
                + (names.size() - 1)
                + ", but was "
                + groups[i]);
      }
    }
  }

  /** Numbers the groups in the order in which they appear. */
  public static Groups of(List<String> nameOfRow) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    int[] groups = new int[nameOfRow.size()];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = numbers.computeIfAbsent(nameOfRow.get(i), name -> numbers.size());
    }
    return new Groups(groups, List.copyOf(numbers.keySet()));
  }

  public int size() {
    return groups.length;
  }

  public int group(int row) {
    return groups[row];
  }

  public int count() {
    return names.size();
  }

  public String name(int group) {
    return names.get(group);
  }

  public Groups gather(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = groups[rows[i]];
    }
    return new Groups(chosen, names);
  }

  void fingerprint(Fingerprint fingerprint) {
    names.forEach(fingerprint::add);
    fingerprint.add(groups);
  }
}
