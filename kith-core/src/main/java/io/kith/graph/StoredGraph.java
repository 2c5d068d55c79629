package io.kith.graph;

import io.kith.base.BadInputException;
import io.kith.data.Dataset;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A graph that came from a file, with what the file says of its making.
 *
 * @param nodeWeights what each node weighs, where the file says so
 */
public record StoredGraph(
    AffinityGraph graph, Optional<GraphOrigin> origin, Optional<int[]> nodeWeights) {

  StoredGraph(AffinityGraph graph, Optional<GraphOrigin> origin) {
    this(graph, origin, Optional.empty());
  }

  /** Refuses a graph that was made from other rows than the data's. */
  void requireRowsOf(Dataset dataset, Path file) {
    if (graph.size() != dataset.size()) {
      throw new BadInputException(
          file
              + " is a graph of "
              + graph.size()
              + " rows, but the data have "
              + dataset.size()
              + ": build the graph of these data.");
    }
    if (origin.isPresent() && !origin.get().rows().equals(GraphOrigin.fingerprint(dataset))) {
      throw new BadInputException(
          file
              + " was made from other rows, or from other columns of them: build the graph of these"
              + " data with the same --label, --features and --ignore.");
    }
  }
}
