package io.kith.bench;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Standardizer;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The rows that a benchmark works on: some of a table's, standardised as training does it. */
final class BenchRows {
  private BenchRows() {}

  /** The first so many rows of a random order that is always the same. */
  static FloatMatrix standardized(Table table, int count) {
    FloatMatrix features = table.dataset().features();
    if (count > features.rows()) {
      throw new BadInputException(
          "rows must be <= " + features.rows() + ", the rows of the data, but was " + count);
    }
    int[] chosen =
        count == features.rows()
            ? IntStream.range(0, count).toArray()
            : Arrays.copyOf(new Seed(1).permutation(features.rows()), count);
    Arrays.sort(chosen);
    try (Parallel parallel = Parallel.ofMachine()) {
      FloatMatrix rows = features.gather(chosen, parallel);
      Standardizer.fit(rows, IntStream.range(0, count).toArray(), parallel)
          .applyInPlace(rows, parallel);
      return rows;
    }
  }
}
