package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Datasets;
import io.kith.data.Npy;
import io.kith.data.ReadOptions;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.graph.ApproximateNeighborSearch;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.Metric;
import io.kith.graph.NeighborSearch;
import io.kith.graph.Neighbors;
import io.kith.graph.NeighborsFile;
import io.kith.graph.SearchEffort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One of Kith's searches on one matrix, timed; {@code neighbors.py} runs it beside its peers.
 *
 * <pre>
 * rows DATA COUNT OUT.npy                                   some standardised rows of a data file, all if it has fewer
 * kith-exact|fastest|quick|normal|thorough IN.npy OUT.npz   neighbours, and a line with what it took
 * </pre>
 */
public final class NeighborBench {
  private static final int WARM_UP = 5000;
  private static final int K = 10;
  private static final int THREADS = 2;

  private NeighborBench() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("rows")) {
      int count = Integer.parseInt(args[2]);
      Table table = Datasets.read(Path.of(args[1]), ReadOptions.defaults());
      try (FloatMatrix rows =
          BenchRows.standardized(table, Math.min(count, table.dataset().size()))) {
        Npy.write(Path.of(args[3]), rows);
      }
      return;
    }
    NeighborSearch search = search(args[0].substring("kith-".length()));
    try (Parallel parallel = new Parallel(THREADS);
        FloatMatrix rows = Npy.readMatrix(Path.of(args[1]))) {
      // What the virtual machine compiles on the way is not what a long run spends its time on.
      search.search(rows.slice(0, Math.min(WARM_UP, rows.rows())), K, parallel, Progress.NONE);
      long wall = System.nanoTime();
      long cpu = CpuTime.nanos();
      Neighbors found = search.search(rows, K, parallel, Progress.NONE);
      System.out.printf(
          Locale.ROOT,
          "{\"wall\": %.3f, \"cpu\": %.3f, \"megabytes\": %d}%n",
          (System.nanoTime() - wall) / 1e9,
          (CpuTime.nanos() - cpu) / 1e9,
          PeakMemory.megabytes());
      NeighborsFile.write(Path.of(args[2]), found);
    }
  }

  private static NeighborSearch search(String name) {
    if (name.equals("exact")) {
      return new ExactNeighborSearch();
    }
    SearchEffort effort = SearchEffort.valueOf(name.toUpperCase(Locale.ROOT));
    return new ApproximateNeighborSearch(Metric.EUCLIDEAN, effort.options(), new Seed(1));
  }
}
