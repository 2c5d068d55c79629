package io.kith.cli;

import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import java.util.List;

/**
 * Counts right predictions while rows go by. Counts nothing where the rows have a class that the
 * model does not know.
 */
final class Score {
  private final List<String> modelClasses;
  private final List<String> rowClasses;
  private final boolean comparable;
  private long count;
  private long correct;

  Score(List<String> modelClasses, List<String> rowClasses) {
    this.modelClasses = modelClasses;
    this.rowClasses = rowClasses;
    this.comparable = modelClasses.containsAll(rowClasses);
  }

  void add(FloatMatrix probabilities, Labels labels) {
    if (!comparable) {
      return;
    }
    float[] row = new float[probabilities.columns()];
    for (int i = 0; i < probabilities.rows(); i++) {
      if (labels.isLabeled(i)) {
        probabilities.copyRow(i, row);
        String predicted = modelClasses.get(Evaluation.likeliest(row));
        count++;
        correct += predicted.equals(rowClasses.get(labels.label(i))) ? 1 : 0;
      }
    }
  }

  /** How many labelled rows were judged. */
  long count() {
    return count;
  }

  double accuracy() {
    return (double) correct / count;
  }
}
