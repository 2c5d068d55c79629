package io.kith.bench;

import io.kith.graph.AffinityGraph;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** METIS's own command, run on a graph written in METIS's own format. */
final class Gpmetis {
  private static final Pattern TIME =
      Pattern.compile("(I/O|Partitioning|Reporting):\\s+([0-9.]+) sec");
  private static final double SUM_OF_WEIGHTS = 1 << 30; // as METIS adds in 32 bits

  private final Path file;

  /** Writes the graph; weights are scaled and rounded to whole numbers, none to zero. */
  Gpmetis(AffinityGraph graph, Path folder) throws IOException {
    file = folder.resolve("bench.graph");
    double scale = SUM_OF_WEIGHTS / (2 * graph.totalWeight());
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      out.write(graph.size() + " " + graph.edgeCount() + " 001\n");
      for (int i = 0; i < graph.size(); i++) {
        StringBuilder line = new StringBuilder();
        for (int e = graph.begin(i); e < graph.end(i); e++) {
          long weight = Math.max(1, Math.round(scale * graph.weightAt(e)));
          line.append(graph.neighborAt(e) + 1).append(' ').append(weight).append(' ');
        }
        out.write(line.append('\n').toString());
      }
    }
  }

  /**
   * Partitioning alone, without reading and writing. METIS tells processor seconds; its seconds on
   * the clock are those of the whole process times the share that partitioning has of these.
   */
  TimedCut cut(String type, int blocks) throws IOException, InterruptedException {
    long began = System.nanoTime();
    Process process =
        new ProcessBuilder("gpmetis", "-ptype=" + type, file.toString(), "" + blocks)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.waitFor() != 0) {
      throw new IOException("gpmetis failed: " + said);
    }
    double clock = (System.nanoTime() - began) / 1e9;
    double whole = 0;
    double partitioning = 0;
    for (Matcher time = TIME.matcher(said); time.find(); ) {
      double seconds = Double.parseDouble(time.group(2));
      whole += seconds;
      partitioning += time.group(1).equals("Partitioning") ? seconds : 0;
    }
    Path parts = file.resolveSibling("bench.graph.part." + blocks);
    int[] blockOfRow = Files.readAllLines(parts).stream().mapToInt(Integer::parseInt).toArray();
    return new TimedCut(blockOfRow, clock * partitioning / whole, partitioning);
  }
}
