package io.kith.propagate;

import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;
import java.util.Arrays;

/**
 * The connected components that have a label: labels never leave a component, so no other row can
 * be reached.
 */
final class Components {
  private static final int UNREACHED = -1;

  private final int[] componentOfRow;
  private final int count;

  /** Numbers the components in the order of their first labelled rows. */
  Components(AffinityGraph graph, Labels visible) {
    componentOfRow = new int[graph.size()];
    Arrays.fill(componentOfRow, UNREACHED);
    int[] stack = new int[graph.size()];
    int found = 0;
    for (int root : visible.labeledRows()) {
      if (componentOfRow[root] != UNREACHED) {
        continue;
      }
      int depth = 0;
      stack[depth++] = root;
      componentOfRow[root] = found;
      while (depth > 0) {
        int row = stack[--depth];
        for (int e = graph.begin(row); e < graph.end(row); e++) {
          int neighbor = graph.neighborAt(e);
          if (componentOfRow[neighbor] == UNREACHED) {
            componentOfRow[neighbor] = found;
            stack[depth++] = neighbor;
          }
        }
      }
      found++;
    }
    count = found;
  }

  int count() {
    return count;
  }

  boolean isReached(int row) {
    return componentOfRow[row] != UNREACHED;
  }

  /** The component of a row that is reached. */
  int of(int row) {
    return componentOfRow[row];
  }
}
