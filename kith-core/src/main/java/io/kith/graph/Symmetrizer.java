package io.kith.graph;

import java.util.Arrays;

/** Builds the symmetric graph out of one-sided choices: all its rows as {@link JoinedRows}. */
final class Symmetrizer {
  private Symmetrizer() {}

  static AffinityGraph graph(
      Neighbors choices, AffinityKernel kernel, Symmetrization symmetrization) {
    int n = choices.size();
    int k = choices.count();
    int[] entriesOfRow = new int[n];
    Arrays.fill(entriesOfRow, k);
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < k; r++) {
        entriesOfRow[choices.id(i, r)]++;
      }
    }
    JoinedRows rows = new JoinedRows(entriesOfRow);
    for (int i = 0; i < n; i++) {
      for (int r = 0; r < k; r++) {
        int j = choices.id(i, r);
        double affinity = kernel.affinity(i, j, choices.distance(i, r));
        rows.enter(i, j, affinity);
        rows.enter(j, i, affinity);
      }
    }
    rows.join(symmetrization);
    return new AffinityGraph(rows.offsets(), rows.neighbors(), rows.weights());
  }
}
