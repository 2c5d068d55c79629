package io.kith.cli;

import io.kith.graph.AffinityGraph;
import io.kith.graph.GraphOrigin;
import java.util.Optional;

/** Prints what is known of a graph: its size, how it was made, and how well it holds together. */
final class GraphSummary {
  private GraphSummary() {}

  static void print(AffinityGraph graph, Optional<GraphOrigin> origin, Console console) {
    console.print("rows         %,d", graph.size());
    console.print("edges        %,d", graph.edgeCount());
    if (origin.isPresent()) {
      GraphOrigin made = origin.get();
      console.print(
          "recall       %.3f %s",
          made.recall(),
          made.search().equals("exact")
              ? "(all pairs compared)"
              : "(of a sample, against exact search)");
      console.print(
          "made with    %d neighbours, %s, %s", made.neighbors(), made.metric(), made.kernel());
      console.print("sigma        %.4f", made.sigma());
    } else {
      console.print("recall       not known (the file does not say how the graph was made)");
    }
    console.print("isolated     %,d", graph.isolatedCount());
    console.print("components   %,d", graph.componentCount());
    console.print("fingerprint  %s", graph.fingerprint());
  }
}
