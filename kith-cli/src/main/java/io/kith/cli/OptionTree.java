package io.kith.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Options on their way from defaults over a file to flags; the later wins. Checked as a whole when
 * they become {@link RunOptions}.
 */
final class OptionTree {
  private final ObjectNode tree;
  private String where = "the command line";

  OptionTree(RunOptions start) {
    tree = (ObjectNode) Json.tree(start);
  }

  /** Lays the options of a file over these: an options file, or a run that recorded some. */
  void merge(Path file) {
    JsonNode read = Json.readTree(file);
    JsonNode options = read.at("/provenance/options");
    JsonNode chosen = options.isMissingNode() ? read : options;
    if (!chosen.isObject()) {
      throw new BadInputException(file + " holds no options: it must be a JSON object.");
    }
    requireKnown(file, "", (ObjectNode) chosen, tree);
    merge((ObjectNode) chosen, tree);
    where = file + " or the command line";
  }

  /** Sets the option at a dotted path; null leaves it as it is. */
  void set(String path, Object value) {
    if (value == null) {
      return;
    }
    ObjectNode parent = tree;
    String[] names = path.split("\\.");
    for (int n = 0; n < names.length - 1; n++) {
      parent = (ObjectNode) parent.get(names[n]);
    }
    parent.set(names[names.length - 1], Json.tree(value));
  }

  RunOptions options() {
    return Json.as(tree, RunOptions.class, where);
  }

  private static void merge(ObjectNode from, ObjectNode into) {
    for (Map.Entry<String, JsonNode> field : from.properties()) {
      JsonNode there = into.get(field.getKey());
      if (field.getValue().isObject() && there != null && there.isObject()) {
        merge((ObjectNode) field.getValue(), (ObjectNode) there);
      } else {
        into.set(field.getKey(), field.getValue());
      }
    }
  }

  private static void requireKnown(Path file, String prefix, ObjectNode given, ObjectNode known) {
    for (Map.Entry<String, JsonNode> field : given.properties()) {
      JsonNode there = known.get(field.getKey());
      if (there == null) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> it = known.fieldNames(); it.hasNext(); ) {
          names.add(it.next());
        }
        throw new BadInputException(
            file
                + ": unknown key '"
                + prefix
                + field.getKey()
                + "'; known there: "
                + String.join(", ", names)
                + ".");
      }
      if (there.isObject() && field.getValue().isObject()) {
        requireKnown(
            file, prefix + field.getKey() + ".", (ObjectNode) field.getValue(), (ObjectNode) there);
      }
    }
  }
}
