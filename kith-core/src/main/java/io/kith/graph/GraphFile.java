package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.data.Dataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The door to files with graphs, the format chosen by the extension.
 *
 * <ul>
 *   <li>{@code .npz}: SciPy's sparse matrix; {@code scipy.sparse.load_npz} reads it, and files
 *       written by {@code scipy.sparse.save_npz} are read here;
 *   <li>{@code .graph}: METIS, with whole numbers for weights;
 *   <li>{@code .tsv .csv .parquet}: a table of edges with the columns {@code source}, {@code
 *       target} and {@code weight}, the first two the ids of rows, or their numbers counted from 0.
 * </ul>
 */
public final class GraphFile {
  private static final String KNOWN = ".npz (SciPy), .graph (METIS), .tsv, .csv or .parquet";

  private GraphFile() {}

  /** Writes a graph whose rows have no ids but their numbers. */
  public static void write(Path file, AffinityGraph graph) {
    write(file, graph, Integer::toString);
  }

  /** Writes a graph over the rows of a data set, whose ids name the ends of edges. */
  public static void write(Path file, AffinityGraph graph, Dataset dataset) {
    write(file, graph, dataset::id);
  }

  /** Reads a graph whose rows have no ids but their numbers. */
  public static AffinityGraph read(Path file) {
    requireFile(file);
    return switch (extension(file)) {
      case ".npz" -> ScipyGraphFile.read(file);
      case ".graph" -> MetisGraphFile.read(file);
      case ".tsv", ".csv", ".parquet" -> EdgeListFile.read(file);
      default -> throw unknown(file);
    };
  }

  /**
   * Reads a graph over the rows of a data set.
   *
   * @throws BadInputException when the graph has other rows than the data set
   */
  public static AffinityGraph read(Path file, Dataset dataset) {
    requireFile(file);
    if (extension(file).matches("\\.(tsv|csv|parquet)")) {
      return EdgeListFile.read(file, dataset);
    }
    AffinityGraph graph = read(file);
    if (graph.size() != dataset.size()) {
      throw new BadInputException(
          file
              + " is a graph of "
              + graph.size()
              + " rows, but the data have "
              + dataset.size()
              + ": build the graph of these data.");
    }
    return graph;
  }

  /** Fails, before any work, when the extension names no format that can be written. */
  public static void requireWritable(Path file) {
    if (!extension(file).matches("\\.(npz|graph|tsv|csv|parquet)")) {
      throw unknown(file);
    }
  }

  private static void write(Path file, AffinityGraph graph, EdgeListFile.Names names) {
    switch (extension(file)) {
      case ".npz" -> ScipyGraphFile.write(file, graph);
      case ".graph" -> MetisGraphFile.write(file, graph);
      case ".tsv", ".csv", ".parquet" -> EdgeListFile.write(file, graph, names);
      default -> throw unknown(file);
    }
  }

  private static void requireFile(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new BadInputException("there is no file " + file + ": check the path.");
    }
  }

  private static String extension(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.substring(Math.max(0, name.lastIndexOf('.')));
  }

  private static BadInputException unknown(Path file) {
    return new BadInputException(
        "the extension of " + file + " says no format of graphs: use " + KNOWN + ".");
  }
}
