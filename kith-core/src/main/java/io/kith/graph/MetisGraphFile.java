package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.base.Json;
import io.kith.base.WholeFiles;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * A graph in the format of METIS (its manual, section 4.1.1): a line with the numbers of nodes and
 * edges, then a line for each node with its neighbours, counted from 1, and the edges' weights.
 * Files of others may have node weights as well; of several a node the first is taken.
 *
 * <p>METIS knows whole numbers only, so weights are written in parts of a million of the greatest
 * one. What is read is taken as it stands. A comment at the top says how Kith made the graph.
 */
final class MetisGraphFile {
  private static final double PARTS = 1e6;
  private static final String ORIGIN = "% kith ";

  private MetisGraphFile() {}

  static void write(Path file, AffinityGraph graph, Optional<GraphOrigin> origin) {
    float greatest = 0;
    for (int e = 0; e < 2 * graph.edgeCount(); e++) {
      greatest = Math.max(greatest, graph.weightAt(e));
    }
    double scale = PARTS / greatest;
    WholeFiles.write(
        file,
        out -> {
          BufferedWriter text =
              new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.US_ASCII));
          if (origin.isPresent()) {
            text.write(ORIGIN + Json.tree(origin.get()) + "\n");
          }
          text.write(graph.size() + " " + graph.edgeCount() + " 001\n");
          for (int i = 0; i < graph.size(); i++) {
            for (int e = graph.begin(i); e < graph.end(i); e++) {
              long weight = Math.max(1, Math.round(scale * graph.weightAt(e)));
              text.write((e > graph.begin(i) ? " " : "") + (graph.neighborAt(e) + 1) + " ");
              text.write(Long.toString(weight));
            }
            text.write('\n');
          }
          text.flush();
        });
  }

  static StoredGraph read(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      Reading reading = new Reading(file, lines);
      AffinityGraph graph = reading.graph();
      return new StoredGraph(graph, reading.origin, Optional.ofNullable(reading.nodeWeights));
    } catch (IOException e) {
      throw new BadInputException(file + " is not a text that can be read: check the file.", e);
    }
  }

  /** One pass over the lines. */
  private static final class Reading {
    private final Path file;
    private final BufferedReader lines;
    private int line;
    private Optional<GraphOrigin> origin = Optional.empty();
    private int[] nodeWeights; // null where the file has none

    Reading(Path file, BufferedReader lines) {
      this.file = file;
      this.lines = lines;
    }

    AffinityGraph graph() throws IOException {
      StringTokenizer header = next();
      if (header == null || header.countTokens() < 2 || header.countTokens() > 4) {
        throw bad("must say how many nodes and edges there are, as METIS files do");
      }
      int nodes = number(header.nextToken(), Integer.MAX_VALUE);
      int edges = number(header.nextToken(), Integer.MAX_VALUE);
      String format = header.hasMoreTokens() ? header.nextToken() : "0";
      boolean weighted = format.endsWith("1");
      boolean sized = format.length() == 3 && format.startsWith("1");
      boolean heavy = format.length() >= 2 && format.charAt(format.length() - 2) == '1';
      int weightsOfNode = heavy ? 1 : 0;
      if (heavy && header.hasMoreTokens()) {
        weightsOfNode = number(header.nextToken(), Integer.MAX_VALUE);
      }
      nodeWeights = weightsOfNode > 0 ? new int[nodes] : null;
      EdgeCollector collector =
          new EdgeCollector(file, nodes, i -> Integer.toString(i + 1), "line");
      for (int i = 0; i < nodes; i++) {
        StringTokenizer words = next();
        if (words == null) {
          throw bad("is the last, but " + nodes + " nodes need a line each");
        }
        if (sized) {
          skip(words, 1);
        }
        if (nodeWeights != null) {
          nodeWeights[i] = nodeWeight(words);
          skip(words, weightsOfNode - 1);
        }
        readEdges(i, nodes, words, weighted, collector);
      }
      AffinityGraph graph = collector.graph(true);
      if (graph.edgeCount() != edges) {
        throw new BadInputException(
            file + " has " + graph.edgeCount() + " edges, but its first line says " + edges + ".");
      }
      return graph;
    }

    private static void skip(StringTokenizer words, int count) {
      for (int s = 0; s < count && words.hasMoreTokens(); s++) {
        words.nextToken();
      }
    }

    private int nodeWeight(StringTokenizer words) {
      if (!words.hasMoreTokens()) {
        throw bad("has no node weight, but the first line says that every node has one");
      }
      int weight = number(words.nextToken(), Integer.MAX_VALUE);
      if (weight == 0) {
        throw bad("has the node weight 0: a node weighs at least 1");
      }
      return weight;
    }

    private void readEdges(
        int node, int nodes, StringTokenizer words, boolean weighted, EdgeCollector collector) {
      while (words.hasMoreTokens()) {
        int other = number(words.nextToken(), nodes);
        if (other == 0) {
          throw bad("has the node 0: nodes are counted from 1");
        }
        if (weighted && !words.hasMoreTokens()) {
          throw bad("ends with a node that has no weight");
        }
        collector.add(node, other - 1, weighted ? weight(words.nextToken()) : 1, line);
      }
    }

    /** The next line that is no comment. */
    private StringTokenizer next() throws IOException {
      for (String text; (text = lines.readLine()) != null; ) {
        line++;
        if (!text.startsWith("%")) {
          return new StringTokenizer(text);
        }
        if (text.startsWith(ORIGIN)) {
          origin =
              Optional.of(
                  Json.as(
                      Json.parse(text.substring(ORIGIN.length())),
                      GraphOrigin.class,
                      "line " + line + " of " + file));
        }
      }
      return null;
    }

    private int number(String word, int most) {
      try {
        int value = Integer.parseInt(word);
        if (value >= 0 && value <= most) {
          return value;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw bad("has '" + word + "', where a number from 0 to " + most + " should stand");
    }

    private float weight(String word) {
      try {
        return Float.parseFloat(word);
      } catch (NumberFormatException e) {
        throw bad("has '" + word + "', where a weight should stand");
      }
    }

    private BadInputException bad(String what) {
      return new BadInputException("line " + line + " of " + file + " " + what + ".");
    }
  }
}
