package io.kith.train;

import io.kith.objective.LossTerms;

/** The loss is no longer a finite number. */
public final class TrainingDivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TrainingDivergedException(int epoch, int step, LossTerms terms, double learningRate) {
    super(
        "training diverged at epoch "
            + epoch
            + ", step "
            + step
            + ": supervised "
            + terms.supervised()
            + ", graph "
            + terms.graph()
            + ", entropy "
            + terms.entropy()
            + ", penalty "
            + terms.penalty()
            + "; try a learning rate below "
            + learningRate
            + ".");
  }
}
