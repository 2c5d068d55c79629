package io.kith;

import com.fasterxml.jackson.databind.JsonNode;
import io.kith.base.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** In which options some candidates differ, and how. */
final class OptionDifferences {
  private final List<Map<String, String>> differing;

  OptionDifferences(List<RunOptions> candidates) {
    List<Map<String, String>> all = candidates.stream().map(OptionDifferences::flat).toList();
    differing =
        all.stream()
            .map(
                own -> {
                  Map<String, String> some = new LinkedHashMap<>();
                  own.forEach(
                      (name, value) -> {
                        if (!all.stream().allMatch(other -> value.equals(other.get(name)))) {
                          some.put(name, value);
                        }
                      });
                  return some;
                })
            .toList();
  }

  /** The options of a candidate that not all have alike, by dotted name. */
  Map<String, String> of(int candidate) {
    return differing.get(candidate);
  }

  private static Map<String, String> flat(RunOptions options) {
    Map<String, String> values = new TreeMap<>();
    flatten("", Json.tree(options), values);
    return values;
  }

  private static void flatten(String prefix, JsonNode node, Map<String, String> into) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = prefix + field.getKey();
      if (field.getValue().isObject()) {
        flatten(name + ".", field.getValue(), into);
      } else {
        into.put(
            name,
            field.getValue().isTextual() ? field.getValue().asText() : field.getValue().toString());
      }
    }
  }
}
