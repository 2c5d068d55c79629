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
  private static final Pattern TIME = Pattern.compile("Partitioning:\\s+([0-9.]+) sec");
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

  /** The blocks it cut, and the seconds it says that took, without reading and writing. */
  record Cut(int[] blockOfRow, double seconds) {}

  Cut cut(String type, int blocks) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("gpmetis", "-ptype=" + type, file.toString(), "" + blocks)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    Matcher time = TIME.matcher(said);
    if (process.waitFor() != 0 || !time.find()) {
      throw new IOException("gpmetis failed: " + said);
    }
    Path parts = file.resolveSibling("bench.graph.part." + blocks);
    int[] blockOfRow = Files.readAllLines(parts).stream().mapToInt(Integer::parseInt).toArray();
    return new Cut(blockOfRow, Double.parseDouble(time.group(1)));
  }
}
