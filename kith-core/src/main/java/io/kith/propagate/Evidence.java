package io.kith.propagate;

import io.kith.base.BadInputException;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import java.util.Optional;

/**
 * What a propagation starts from.
 *
 * @param visible the labels that may be seen, one for each node of the graph
 * @param prior log-probabilities that another classifier gives each node, for learners that weigh
 *     them in
 */
public record Evidence(AffinityGraph graph, Labels visible, Optional<FloatMatrix> prior) {
  public Evidence {
    if (visible.size() != graph.size()) {
      throw new IllegalArgumentException(
          "labels must be " + graph.size() + ", one for each row, but were " + visible.size());
    }
    requireLabels(visible);
    if ((long) visible.size() * visible.classCount() > Integer.MAX_VALUE - 8) {
      throw new BadInputException(
          String.format(
              java.util.Locale.ROOT,
              "%,d rows of %d classes are too many to propagate labels on one machine: at most %,d"
                  + " rows fit.",
              visible.size(),
              visible.classCount(),
              (Integer.MAX_VALUE - 8) / visible.classCount()));
    }
    prior.ifPresent(
        given -> {
          if (given.rows() != visible.size() || given.columns() != visible.classCount()) {
            throw new IllegalArgumentException(
                String.format(
                    "the prior must be %d x %d, a value for each row and class, but was %d x %d",
                    visible.size(), visible.classCount(), given.rows(), given.columns()));
          }
        });
  }

  public Evidence(AffinityGraph graph, Labels visible) {
    this(graph, visible, Optional.empty());
  }

  /** Fails where there is nothing to propagate. */
  public static void requireLabels(Labels labels) {
    if (labels.labeledCount() == 0) {
      throw new BadInputException(
          "no row has a label that could be propagated: name the column that holds the classes with"
              + " --label, and fill it in for some rows.");
    }
  }

  int rows() {
    return graph.size();
  }

  int classes() {
    return visible.classCount();
  }
}
