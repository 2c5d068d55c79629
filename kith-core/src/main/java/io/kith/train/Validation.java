package io.kith.train;

import io.kith.base.Parallel;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Learner;

/** Labelled rows that training does not see, to judge the learner by. */
public record Validation(FloatMatrix features, Labels labels) {

  public boolean isEmpty() {
    return labels.size() == 0;
  }

  public Evaluation evaluate(Learner learner, Parallel parallel) {
    try (FloatMatrix logP = FloatMatrix.allocate(features.rows(), learner.classes())) {
      learner.predict(features, logP, parallel);
      return Evaluation.of(logP, labels);
    }
  }
}
