package io.kith.train;

import io.kith.base.Parallel;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Learner;

/**
 * What a learner is sure of, taken for labels. Self-training goes back to Scudder, Probability of
 * Error of Some Adaptive Pattern-Recognition Machines (1965); for networks, Lee, Pseudo-Label
 * (2013).
 */
public final class PseudoLabels {
  private PseudoLabels() {}

  /** The visible labels, and for other rows the likeliest class if it is likely enough. */
  public static Labels of(
      Learner learner, FloatMatrix features, Labels visible, double confidence, Parallel parallel) {
    int classes = learner.classes();
    int[] labels = new int[visible.size()];
    float[] row = new float[classes];
    try (FloatMatrix logP = FloatMatrix.allocate(features.rows(), classes)) {
      learner.predict(features, logP, parallel);
      for (int i = 0; i < labels.length; i++) {
        logP.copyRow(i, row);
        int likeliest = Evaluation.likeliest(row);
        boolean sure = Math.exp(row[likeliest]) >= confidence;
        labels[i] = visible.isLabeled(i) ? visible.label(i) : sure ? likeliest : Labels.UNLABELED;
      }
    }
    return visible.isSoft() ? soft(labels, visible) : new Labels(labels, visible.names());
  }

  /** Labels that were soft stay so. */
  private static Labels soft(int[] labels, Labels visible) {
    float[][] targets = new float[labels.length][];
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] != Labels.UNLABELED) {
        targets[i] = new float[visible.classCount()];
        targets[i][labels[i]] = 1;
      }
      for (int c = 0; visible.isLabeled(i) && c < visible.classCount(); c++) {
        targets[i][c] = visible.target(i, c);
      }
    }
    return Labels.soft(targets, visible.names());
  }
}
