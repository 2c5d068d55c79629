package io.kith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.kith.base.BadInputException;
import io.kith.base.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Options on their way from defaults over a file to single settings; the later wins. Checked as a
 * whole when they become {@link RunOptions}.
 */
public final class OptionTree {
  private final ObjectNode tree;
  private String where;

  /**
   * @param where what single settings are given by, for the error text
   */
  public OptionTree(RunOptions start, String where) {
    tree = (ObjectNode) Json.tree(start);
    this.where = where;
  }

  /** Lays the options of a file over these: an options file, or a run that recorded some. */
  public void merge(Path file) {
    merge(Json.readTree(file), file.toString());
  }

  /**
   * Lays options over these: a part of the tree, or a run that recorded one.
   *
   * @param from where they were read, for the error text
   */
  public void merge(JsonNode read, String from) {
    JsonNode options = read.at("/provenance/options");
    JsonNode chosen = options.isMissingNode() ? read : options;
    if (!chosen.isObject()) {
      throw new BadInputException(from + " holds no options: it must be a JSON object.");
    }
    requireKnown(from, "", (ObjectNode) chosen, tree);
    merge((ObjectNode) chosen, tree);
    where = from + " or " + where;
  }

  /** Sets the option at a dotted path; null leaves it as it is. */
  public void set(String path, Object value) {
    if (value == null) {
      return;
    }
    int last = path.lastIndexOf('.');
    ObjectNode parent = last < 0 ? tree : (ObjectNode) get(path.substring(0, last));
    parent.set(path.substring(last + 1), Json.tree(value));
  }

  /** The option, or the group of options, at a dotted path. */
  public JsonNode get(String path) {
    return tree.at("/" + path.replace('.', '/'));
  }

  public RunOptions options() {
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

  private static void requireKnown(String from, String prefix, ObjectNode given, ObjectNode known) {
    for (Map.Entry<String, JsonNode> field : given.properties()) {
      JsonNode there = known.get(field.getKey());
      if (there == null) {
        List<String> names = new ArrayList<>();
        for (Iterator<String> it = known.fieldNames(); it.hasNext(); ) {
          names.add(it.next());
        }
        throw new BadInputException(
            from
                + ": unknown key '"
                + prefix
                + field.getKey()
                + "'; known there: "
                + String.join(", ", names)
                + ".");
      }
      if (there.isObject() && field.getValue().isObject()) {
        requireKnown(
            from, prefix + field.getKey() + ".", (ObjectNode) field.getValue(), (ObjectNode) there);
      }
    }
  }
}
