package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.data.Dataset;
import io.kith.data.Datasets;
import io.kith.data.Groups;
import io.kith.data.ReadOptions;
import io.kith.data.TableWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A graph as a table of edges with the columns source, target and weight. */
final class EdgeListFile {
  private EdgeListFile() {}

  /** What rows are called. */
  @FunctionalInterface
  interface Names {
    String of(int row);
  }

  /** Writes each edge once, from its lower row. */
  static void write(Path file, AffinityGraph graph, Names names) {
    TableWriter.write(
        file,
        List.of("source", "target"),
        List.of("weight"),
        table -> {
          for (int i = 0; i < graph.size(); i++) {
            for (int e = graph.begin(i); e < graph.end(i); e++) {
              if (graph.neighborAt(e) > i) {
                table.text(names.of(i)).text(names.of(graph.neighborAt(e)));
                table.number(graph.weightAt(e)).endRow();
              }
            }
          }
        });
  }

  /** Ends are numbers; there are as many rows as the highest of them says. */
  static AffinityGraph read(Path file) {
    Edges edges = new Edges(file);
    int[] source = new int[edges.size()];
    int[] target = new int[edges.size()];
    int nodes = 0;
    for (int e = 0; e < source.length; e++) {
      source[e] = edges.number(edges.source(e), e);
      target[e] = edges.number(edges.target(e), e);
      nodes = Math.max(nodes, Math.max(source[e], target[e]) + 1);
    }
    EdgeCollector collector = edges.collector(nodes, Integer::toString);
    for (int e = 0; e < source.length; e++) {
      collector.add(source[e], target[e], edges.weight(e), edges.place(e));
    }
    return collector.graph(false);
  }

  /** Ends are ids of rows, or numbers where the rows have no ids. */
  static AffinityGraph read(Path file, Dataset dataset) {
    Map<String, Integer> rows = new HashMap<>();
    for (int i = 0; i < dataset.size(); i++) {
      if (rows.put(dataset.id(i), i) != null) {
        throw new BadInputException(
            "two rows of the data have the id '"
                + dataset.id(i)
                + "', so that an edge cannot tell which is meant: make ids different.");
      }
    }
    Edges edges = new Edges(file);
    EdgeCollector collector = edges.collector(dataset.size(), dataset::id);
    for (int e = 0; e < edges.size(); e++) {
      collector.add(
          edges.row(rows, edges.source(e), e),
          edges.row(rows, edges.target(e), e),
          edges.weight(e),
          edges.place(e));
    }
    return collector.graph(false);
  }

  /** The table: sources are its ids, targets its groups, weights its one feature. */
  private static final class Edges {
    private final Path file;
    private final Dataset table;
    private final Groups targets;
    private final boolean text;

    Edges(Path file) {
      this.file = file;
      this.text = !file.toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
      this.table =
          Datasets.read(
                  file,
                  ReadOptions.defaults()
                      .withId("source")
                      .withGroup("target")
                      .withFeatures(List.of("weight")))
              .dataset();
      this.targets = table.groups().orElseThrow();
    }

    int size() {
      return table.size();
    }

    String source(int e) {
      return table.id(e);
    }

    String target(int e) {
      return targets.name(targets.group(e));
    }

    float weight(int e) {
      return table.features().get(e, 0);
    }

    /** The line of a text, which has a header; the row of a Parquet file. */
    int place(int e) {
      return text ? e + 2 : e + 1;
    }

    EdgeCollector collector(int nodes, java.util.function.IntFunction<String> name) {
      return new EdgeCollector(file, nodes, name, text ? "line" : "row");
    }

    int number(String name, int e) {
      if (!name.matches("\\d{1,9}")) {
        throw bad(e, "names the row '" + name + "': give the data too, or number rows from 0");
      }
      return Integer.parseInt(name);
    }

    int row(Map<String, Integer> rows, String name, int e) {
      Integer row = rows.get(name);
      if (row == null) {
        throw bad(e, "names the row '" + name + "', which the data do not have: correct the id");
      }
      return row;
    }

    private BadInputException bad(int e, String what) {
      return collector(0, Integer::toString).bad(place(e), what);
    }
  }
}
