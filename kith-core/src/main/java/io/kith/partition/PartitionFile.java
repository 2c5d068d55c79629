package io.kith.partition;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.data.Npy;
import io.kith.graph.AffinityGraph;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A partition as an int32 {@code .npy} vector or as METIS's {@code .part} text, with a {@code
 * .json} of the same name beside it that says which graph it is of and how good it is.
 *
 * <p>A file without that companion, from another tool, is taken when its length fits; so are the
 * {@code .part.K} files that gpmetis writes.
 */
public final class PartitionFile {
  private PartitionFile() {}

  public static void write(Path file, Partition partition, PartitionQuality quality) {
    requireKnownForm(file);
    if (isText(file)) {
      PartText.write(file, partition.blockOfRows());
    } else {
      Npy.write(file, partition.blockOfRows());
    }
    Json.write(
        companion(file),
        new Companion(partition.graphFingerprint(), partition.blockCount(), quality));
  }

  public static Partition read(Path file, AffinityGraph graph) {
    int[] blocks = isText(file) ? PartText.read(file) : Npy.readInts(file);
    if (blocks.length != graph.size()) {
      throw new BadInputException(
          file
              + " has "
              + blocks.length
              + " rows, but the graph has "
              + graph.size()
              + ": partition this graph again.");
    }
    if (Files.exists(companion(file))) {
      String of = Json.readTree(companion(file)).path("graph").asText();
      if (!of.equals(graph.fingerprint())) {
        throw new BadInputException(
            file
                + " was cut from another graph (fingerprint "
                + of
                + ", not "
                + graph.fingerprint()
                + "): partition this graph again.");
      }
    }
    int count = 0;
    for (int block : blocks) {
      count = Math.max(count, block + 1);
    }
    try {
      return new Partition(blocks, count, graph.fingerprint());
    } catch (IllegalArgumentException e) {
      throw new BadInputException(file + " is not a valid partition: " + e.getMessage() + ".", e);
    }
  }

  /** Fails when a file's name does not say how to write it, before any work is done. */
  public static void requireKnownForm(Path file) {
    if (!isText(file) && !file.toString().endsWith(".npy")) {
      throw new BadInputException(
          "blocks are written as .npy or, as METIS does, .part, but --out was " + file + ".");
    }
  }

  private static boolean isText(Path file) {
    return file.getFileName().toString().matches(".*\\.part(\\.\\d+)?");
  }

  private static Path companion(Path file) {
    String name = file.getFileName().toString();
    return file.resolveSibling(name.replaceFirst("\\.npy$", "") + ".json");
  }

  private record Companion(String graph, int blocks, PartitionQuality quality) {}
}
