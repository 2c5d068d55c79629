package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Kith's partitioner beside METIS's command {@code gpmetis}, both of its modes, on one graph.
 *
 * <p>All three take turns and the best time of several rounds counts. METIS's time is what it
 * reports for partitioning alone; Kith's is on two threads and on one, in a warm JVM.
 */
public final class PartitionBenchmark {
  private static final int[] BLOCK_SIZES = {26, 64, 256, 1024};

  private PartitionBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    AffinityGraph graph = GraphFile.read(Path.of(args[0]));
    int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    Path folder = Files.createTempDirectory("kith-bench");
    Gpmetis metis = new Gpmetis(graph, folder);
    System.out.printf(Locale.ROOT, "%,d rows, %,d edges%n%n", graph.size(), graph.edgeCount());
    System.out.println(
        "| rows a block | blocks | who | weight cut | rows a block | empty | seconds |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (int size : BLOCK_SIZES) {
      int blocks = graph.size() / size;
      double[] seconds = new double[4];
      Arrays.fill(seconds, Double.MAX_VALUE);
      int[][] cuts = new int[4][];
      for (int round = 0; round < rounds; round++) {
        for (int threads = 1; threads <= 2; threads++) {
          long began = System.nanoTime();
          cuts[threads - 1] = kith(graph, blocks, threads);
          keep(seconds, threads - 1, (System.nanoTime() - began) / 1e9);
        }
        Gpmetis.Cut rb = metis.cut("rb", blocks);
        cuts[2] = rb.blockOfRow();
        keep(seconds, 2, rb.seconds());
        if (round == 0) { // the slowest by far, and the same each time
          Gpmetis.Cut kway = metis.cut("kway", blocks);
          cuts[3] = kway.blockOfRow();
          keep(seconds, 3, kway.seconds());
        }
      }
      String[] names = {"Kith, 1 thread", "Kith, 2 threads", "gpmetis rb", "gpmetis kway"};
      for (int who = 0; who < 4; who++) {
        print(graph, size, blocks, names[who], cuts[who], seconds[who]);
      }
    }
  }

  private static void keep(double[] best, int who, double seconds) {
    best[who] = Math.min(best[who], seconds);
  }

  private static int[] kith(AffinityGraph graph, int blocks, int threads) {
    try (Parallel parallel = new Parallel(threads)) {
      Partition partition =
          new MultilevelPartitioner()
              .partition(graph, blocks, 0.05, new Seed(1), parallel, Progress.NONE);
      return partition.blockOfRows();
    }
  }

  /** Measured here and not by PartitionQuality, which METIS's empty blocks would not reach. */
  private static void print(
      AffinityGraph graph, int size, int blocks, String who, int[] blockOfRow, double seconds) {
    int[] sizes = new int[blocks];
    double cut = 0;
    for (int i = 0; i < blockOfRow.length; i++) {
      sizes[blockOfRow[i]]++;
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        cut += blockOfRow[graph.neighborAt(e)] == blockOfRow[i] ? 0 : graph.weightAt(e);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %d | %,d | %s | %.2f %% | %d to %d | %d | %.2f |%n",
        size,
        blocks,
        who,
        100 * cut / (2 * graph.totalWeight()),
        Arrays.stream(sizes).min().orElse(0),
        Arrays.stream(sizes).max().orElse(0),
        Arrays.stream(sizes).filter(s -> s == 0).count(),
        seconds);
  }
}
