package io.kith.cli;

import io.kith.base.WholeFiles;
import io.kith.batch.BatchQuality;
import io.kith.batch.Histogram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Histograms of batches as a table of measure, kind of batch, bin and count, ready to plot. */
final class HistogramTable {
  private static final int BINS = 50;

  private HistogramTable() {}

  static void write(Path file, Map<String, BatchQuality> qualities, boolean labeled) {
    StringBuilder table = new StringBuilder("measure,batches,from,to,count\n");
    qualities.forEach(
        (name, quality) -> {
          append(table, "connectivity", name, quality.connectivityHistogram(BINS));
          if (labeled) {
            append(table, "label entropy", name, quality.entropyHistogram(BINS));
          }
        });
    WholeFiles.write(file, out -> out.write(table.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static void append(StringBuilder table, String measure, String name, Histogram counts) {
    for (int bin = 0; bin < counts.size(); bin++) {
      table.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%.4f,%.4f,%d\n",
              measure,
              name,
              counts.from(bin),
              counts.from(bin + 1),
              counts.count(bin)));
    }
  }
}
