package io.kith.propagate;

import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityKernel;
import io.kith.graph.Neighbors;
import java.util.Optional;

/**
 * Rows that are not in the graph, known by their nearest rows that are ({@link
 * io.kith.graph.NeighborSearch#query}).
 *
 * @param kernel the graph's own, so that distances weigh the same
 * @param prior log-probabilities that another classifier gives each of them
 */
public record Newcomers(Neighbors nearest, AffinityKernel kernel, Optional<FloatMatrix> prior) {
  public Newcomers(Neighbors nearest, AffinityKernel kernel) {
    this(nearest, kernel, Optional.empty());
  }

  int size() {
    return nearest.size();
  }

  /**
   * The affinity of a row to its nearest rows, 0 for those that no label reaches. Where all that
   * are left are so far away that their affinity is 0, the nearest of them has all the weight.
   */
  void weights(int row, Propagated over, double[] into) {
    double sum = 0;
    int first = -1;
    for (int r = 0; r < nearest.count(); r++) {
      boolean reached = over.isReached(nearest.id(row, r));
      into[r] = reached ? Math.max(0, kernel.affinity(nearest.distance(row, r))) : 0;
      sum += into[r];
      first = first < 0 && reached ? r : first;
    }
    if (sum == 0 && first >= 0) {
      into[first] = 1;
    }
  }
}
