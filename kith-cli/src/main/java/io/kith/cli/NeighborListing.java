package io.kith.cli;

import io.kith.base.BadInputException;
import io.kith.data.Dataset;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import io.kith.graph.BuiltGraph;
import io.kith.graph.Neighbors;
import java.util.Locale;

/** Prints who a row's neighbours are: the look that tells whether a graph makes sense. */
final class NeighborListing {
  private NeighborListing() {}

  /** Finds a row by its id, or by its number counted from 0 where no row has such an id. */
  static int row(Dataset dataset, String name) {
    for (int i = 0; dataset.hasIds() && i < dataset.size(); i++) {
      if (dataset.id(i).equals(name)) {
        return i;
      }
    }
    if (name.matches("\\d{1,9}") && Integer.parseInt(name) < dataset.size()) {
      return Integer.parseInt(name);
    }
    throw new BadInputException(
        String.format(
            Locale.ROOT,
            "there is no row '%s' to show: name one by its id or by a number from 0 to %d.",
            name,
            dataset.size() - 1));
  }

  /** Prints all rows joined with a row, those it chose itself first and with their distance. */
  static void print(Dataset dataset, BuiltGraph built, int row, Console console) {
    AffinityGraph graph = built.graph();
    Neighbors chosen = built.neighbors();
    console.print("");
    console.print("neighbours of %s (%s)", dataset.id(row), label(dataset, row));
    console.print("%12s  %10s  %10s  %s", "row", "distance", "weight", "label");
    for (int r = 0; r < chosen.count(); r++) {
      int other = chosen.id(row, r);
      if (graph.weight(row, other) > 0) {
        print(dataset, other, chosen.distance(row, r), graph.weight(row, other), console);
      }
    }
    for (int e = graph.begin(row); e < graph.end(row); e++) {
      int other = graph.neighborAt(e);
      if (rank(chosen, row, other) < 0) {
        int back = rank(chosen, other, row);
        print(dataset, other, chosen.distance(other, back), graph.weightAt(e), console);
      }
    }
  }

  /** Prints all rows joined with a row, by their numbers: a file of a graph knows no more. */
  static void print(AffinityGraph graph, String name, Console console) {
    if (!name.matches("\\d{1,9}") || Integer.parseInt(name) >= graph.size()) {
      throw new BadInputException(
          String.format(
              Locale.ROOT,
              "there is no row '%s' to show: name one by a number from 0 to %d.",
              name,
              graph.size() - 1));
    }
    int row = Integer.parseInt(name);
    console.print("");
    console.print("neighbours of %d", row);
    console.print("%12s  %10s", "row", "weight");
    for (int e = graph.begin(row); e < graph.end(row); e++) {
      console.print("%12d  %10.4g", graph.neighborAt(e), graph.weightAt(e));
    }
  }

  private static void print(
      Dataset dataset, int row, float distance, float weight, Console console) {
    console.print(
        "%12s  %10.4f  %10.4g  %s", dataset.id(row), distance, weight, label(dataset, row));
  }

  private static int rank(Neighbors chosen, int row, int other) {
    for (int r = 0; r < chosen.count(); r++) {
      if (chosen.id(row, r) == other) {
        return r;
      }
    }
    return -1;
  }

  private static String label(Dataset dataset, int row) {
    Labels labels = dataset.labels();
    return labels.isLabeled(row) ? labels.name(labels.label(row)) : "unlabelled";
  }
}
