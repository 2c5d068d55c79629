package io.kith.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file that has been read: its rows, and how its columns became features.
 *
 * @param unknownCategories for each text column in which an imposed schema did not know some
 *     values, the number of rows that have such a value; their features are all 0
 */
public record Table(Dataset dataset, Schema schema, Map<String, Integer> unknownCategories) {
  public Table {
    unknownCategories = Collections.unmodifiableMap(new LinkedHashMap<>(unknownCategories));
  }
}
