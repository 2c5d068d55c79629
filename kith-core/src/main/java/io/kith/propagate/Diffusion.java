package io.kith.propagate;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.data.Labels;
import io.kith.graph.AffinityGraph;

/**
 * The iteration that label propagation, label spreading and adsorption share: every row becomes a
 * part of its own label and parts of its neighbours, all at once,
 *
 * <pre>
 *   F_i ← s_i Y_i + Σ_j a_ij F_j
 * </pre>
 *
 * <p>with Y_i the label of a labelled row, a distribution, and 0 for others, from F = Y on until no
 * row changes by more than the tolerance, measured by its sum: far from labels all scores are
 * small, but which of them is largest counts as much. It is a sparse matrix times a dense one, by
 * rows.
 */
final class Diffusion {
  private final AffinityGraph graph;
  private final float[] seeds;
  private final float[] edges;

  /**
   * @param seeds s_i, one for each row
   * @param edges a_ij, one for each entry of the graph
   */
  Diffusion(AffinityGraph graph, float[] seeds, float[] edges) {
    this.graph = graph;
    this.seeds = seeds;
    this.edges = edges;
  }

  Propagated run(Labels visible, Stopping stopping, Parallel parallel, Progress progress) {
    int classes = visible.classCount();
    float[] current = new float[graph.size() * classes];
    for (int row : visible.labeledRows()) {
      for (int c = 0; c < classes; c++) {
        current[row * classes + c] = visible.target(row, c);
      }
    }
    float[] next = new float[current.length];
    double change = Double.POSITIVE_INFINITY;
    int round = 0;
    while (round < stopping.rounds() && change > stopping.tolerance()) {
      float[] before = current;
      float[] after = next;
      change =
          Rows.largest(
              graph.size(), parallel, (from, to) -> step(from, to, visible, before, after));
      current = after;
      next = before;
      round++;
      if (change > stopping.tolerance()) {
        progress.at("propagate", round, stopping.rounds(), "rounds");
      }
    }
    progress.at("propagate", round, round, "rounds");
    return Propagated.of(
        current, classes, new Propagated.Account(round, change, change <= stopping.tolerance()));
  }

  private double step(int from, int to, Labels visible, float[] before, float[] after) {
    int classes = visible.classCount();
    float[] sum = new float[classes];
    double change = 0;
    for (int i = from; i < to; i++) {
      for (int c = 0; c < classes; c++) {
        sum[c] = visible.isLabeled(i) ? seeds[i] * visible.target(i, c) : 0;
      }
      for (int e = graph.begin(i); e < graph.end(i); e++) {
        float share = edges[e];
        int at = graph.neighborAt(e) * classes;
        for (int c = 0; c < classes; c++) {
          sum[c] += share * before[at + c];
        }
      }
      float all = 0;
      float largest = 0;
      for (int c = 0; c < classes; c++) {
        all += sum[c];
        largest = Math.max(largest, Math.abs(sum[c] - before[i * classes + c]));
        after[i * classes + c] = sum[c];
      }
      change = Math.max(change, largest == 0 ? 0 : largest / all);
    }
    return change;
  }
}
