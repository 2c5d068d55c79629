package io.kith.bench;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphFile;
import io.kith.partition.MultilevelPartitioner;
import io.kith.partition.Partition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Kith's partitioner on two threads: here, or as the first thing that a new JVM does. */
final class KithCut {
  private static final int THREADS = 2;

  private KithCut() {}

  static TimedCut here(AffinityGraph graph, int blocks, double imbalance) {
    try (Parallel parallel = new Parallel(THREADS)) {
      long processor = CpuTime.nanos();
      long clock = System.nanoTime();
      Partition partition =
          new MultilevelPartitioner()
              .partition(graph, blocks, imbalance, new Seed(1), parallel, Progress.NONE);
      return new TimedCut(
          partition.blockOfRows(),
          (System.nanoTime() - clock) / 1e9,
          (CpuTime.nanos() - processor) / 1e9);
    }
  }

  /** The same in a JVM of its own, where nothing is compiled yet; without the blocks. */
  static TimedCut cold(Path graph, int blocks, double imbalance)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseParallelGC",
                "-cp",
                System.getProperty("java.class.path"),
                KithCut.class.getName(),
                graph.toString(),
                "" + blocks,
                "" + imbalance)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.waitFor() != 0) {
      throw new IOException("the cold run failed");
    }
    String[] seconds = said.trim().split(" ");
    return new TimedCut(new int[0], Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]));
  }

  public static void main(String[] args) {
    AffinityGraph graph = GraphFile.read(Path.of(args[0]));
    TimedCut cut = here(graph, Integer.parseInt(args[1]), Double.parseDouble(args[2]));
    System.out.println(cut.clock() + " " + cut.processor());
  }
}
