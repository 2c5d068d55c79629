package io.kith.batch;

import io.kith.graph.AffinityGraph;
import java.util.Arrays;

/**
 * What companions add to the meta-batches, averaged over the steps of some epochs.
 *
 * @param covered how much of the weight that leaves a meta-batch goes to its companions, 0 to 1
 * @param rows companions' rows for one row of the meta-batch
 */
public record CompanyQuality(double covered, double rows) {

  public static CompanyQuality of(AffinityGraph graph, MetaBatchPlan plan, int epochs) {
    boolean[] own = new boolean[graph.size()];
    boolean[] here = new boolean[graph.size()];
    double covered = 0;
    double leaving = 0;
    long companions = 0;
    long rows = 0;
    for (int number = 0; number < epochs; number++) {
      MetaBatchPlan.Epoch epoch = plan.epoch(number);
      for (int step = 0; step < epoch.steps(); step++) {
        MetaBatch batch = epoch.step(step);
        int ownRows = epoch.ownRows(step);
        Arrays.fill(own, false);
        Arrays.fill(here, false);
        for (int p = 0; p < batch.graphRows(); p++) {
          own[batch.row(p)] = p < ownRows;
          here[batch.row(p)] = true;
        }
        for (int p = 0; p < ownRows; p++) {
          for (int e = graph.begin(batch.row(p)); e < graph.end(batch.row(p)); e++) {
            int other = graph.neighborAt(e);
            leaving += own[other] ? 0 : graph.weightAt(e);
            covered += here[other] && !own[other] ? graph.weightAt(e) : 0;
          }
        }
        rows += ownRows;
        companions += batch.graphRows() - ownRows;
      }
    }
    return new CompanyQuality(
        leaving == 0 ? 0 : covered / leaving, rows == 0 ? 0 : (double) companions / rows);
  }
}
