package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Datasets;
import io.kith.data.Npy;
import io.kith.data.ReadOptions;
import io.kith.engine.FloatMatrix;
import io.kith.graph.ApproximateNeighborSearch;
import io.kith.graph.ApproximateOptions;
import io.kith.graph.ExactNeighborSearch;
import io.kith.graph.Metric;
import io.kith.graph.NeighborSearch;
import io.kith.graph.Neighbors;
import io.kith.graph.NeighborsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One of Kith's searches on one matrix, timed; {@code neighbors.py} runs it beside its peers.
 *
 * <pre>
 * rows DATA COUNT OUT.npy          some standardised rows of a data file
 * exact|approximate IN.npy K OUT.npz   neighbours, and a line with what it took
 * </pre>
 */
public final class NeighborBench {
  private static final int WARM_UP = 2000;

  private NeighborBench() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("rows")) {
      int count = Integer.parseInt(args[2]);
      try (FloatMatrix rows =
          BenchRows.standardized(Datasets.read(Path.of(args[1]), ReadOptions.defaults()), count)) {
        Npy.write(Path.of(args[3]), rows);
      }
      return;
    }
    int k = Integer.parseInt(args[2]);
    NeighborSearch search =
        args[0].equals("exact")
            ? new ExactNeighborSearch()
            : new ApproximateNeighborSearch(
                Metric.EUCLIDEAN, ApproximateOptions.defaults(), new Seed(1));
    try (Parallel parallel = Parallel.ofMachine();
        FloatMatrix rows = Npy.readMatrix(Path.of(args[1]))) {
      // What the virtual machine compiles on the way is not what a long run spends its time on.
      search.search(rows.slice(0, Math.min(WARM_UP, rows.rows())), k, parallel, Progress.NONE);
      long wall = System.nanoTime();
      long cpu = CpuTime.nanos();
      Neighbors found = search.search(rows, k, parallel, Progress.NONE);
      System.out.printf(
          Locale.ROOT,
          "{\"wall\": %.3f, \"cpu\": %.3f, \"megabytes\": %d}%n",
          (System.nanoTime() - wall) / 1e9,
          (CpuTime.nanos() - cpu) / 1e9,
          PeakMemory.megabytes());
      NeighborsFile.write(Path.of(args[3]), found);
    }
  }
}
