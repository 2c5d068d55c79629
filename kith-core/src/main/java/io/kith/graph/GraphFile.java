package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.data.Dataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

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
 *
 * <p>The first two also keep how the graph was made; tables have no place for it.
 */
public final class GraphFile {
  private static final String KNOWN = ".npz (SciPy), .graph (METIS), .tsv, .csv or .parquet";

  private GraphFile() {}

  /** Writes a graph whose rows have no ids but their numbers. */
  public static void write(Path file, AffinityGraph graph) {
    write(file, graph, Optional.empty(), Integer::toString);
  }

  /** Writes a graph over the rows of a data set, whose ids name the ends of edges. */
  public static void write(Path file, AffinityGraph graph, Dataset dataset) {
    write(file, graph, Optional.empty(), dataset::id);
  }

  /** Writes a graph with how it was made. */
  public static void write(Path file, AffinityGraph graph, GraphOrigin origin, Dataset dataset) {
    write(file, graph, Optional.of(origin), dataset::id);
  }

  /** Reads a graph whose rows have no ids but their numbers. */
  public static AffinityGraph read(Path file) {
    return readStored(file).graph();
  }

  /** Reads a graph whose rows have no ids but their numbers, and what is known of its making. */
  public static StoredGraph readStored(Path file) {
    requireFile(file);
    return switch (extension(file)) {
      case ".npz" -> ScipyGraphFile.read(file);
      case ".graph" -> MetisGraphFile.read(file);
      case ".tsv", ".csv", ".parquet" -> new StoredGraph(EdgeListFile.read(file), Optional.empty());
      default -> throw unknown(file);
    };
  }

  /**
   * Reads a graph over the rows of a data set.
   *
   * @throws BadInputException when the graph has other rows than the data set
   */
  public static AffinityGraph read(Path file, Dataset dataset) {
    return readStored(file, dataset).graph();
  }

  /**
   * Reads a graph over the rows of a data set, and what is known of its making.
   *
   * @throws BadInputException when the graph has other rows than the data set
   */
  public static StoredGraph readStored(Path file, Dataset dataset) {
    requireFile(file);
    StoredGraph stored =
        isTable(file)
            ? new StoredGraph(EdgeListFile.read(file, dataset), Optional.empty())
            : readStored(file);
    stored.requireRowsOf(dataset, file);
    return stored;
  }

  /**
   * Reads a graph over the rows of a data set from any file that tells one: also from neighbour
   * matrices, which become a graph as the options say.
   */
  public static StoredGraph readStored(Path file, Dataset dataset, GraphOptions options) {
    requireFile(file);
    if (!extension(file).equals(".npz") || ScipyGraphFile.isGraph(file)) {
      return readStored(file, dataset);
    }
    Neighbors neighbors = NeighborsFile.read(file);
    AffinityKernel kernel = options.kernelFor(neighbors);
    AffinityGraph graph = AffinityGraph.of(neighbors, kernel, options.symmetrization());
    StoredGraph stored = new StoredGraph(graph, Optional.empty());
    stored.requireRowsOf(dataset, file);
    return stored;
  }

  /** Whether a file holds a graph and not data; tables are taken for data. */
  public static boolean isGraph(Path file) {
    return Files.isRegularFile(file)
        && (extension(file).equals(".graph")
            || extension(file).equals(".npz") && ScipyGraphFile.isGraph(file));
  }

  private static boolean isTable(Path file) {
    return extension(file).matches("\\.(tsv|csv|parquet)");
  }

  /** Fails, before any work, when the extension names no format that can be written. */
  public static void requireWritable(Path file) {
    if (!extension(file).matches("\\.(npz|graph|tsv|csv|parquet)")) {
      throw unknown(file);
    }
  }

  private static void write(
      Path file, AffinityGraph graph, Optional<GraphOrigin> origin, EdgeListFile.Names names) {
    switch (extension(file)) {
      case ".npz" -> ScipyGraphFile.write(file, graph, origin);
      case ".graph" -> MetisGraphFile.write(file, graph, origin);
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
