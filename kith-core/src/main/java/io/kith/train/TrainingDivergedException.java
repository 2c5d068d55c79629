package io.kith.train;

import io.kith.objective.LossTerms;

/** The loss, or a parameter, is no longer a finite number. */
public final class TrainingDivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The loss was finite before a step, but the step led nowhere. */
  TrainingDivergedException(int epoch, int step, double learningRate) {
    super(
        "training diverged before epoch "
            + epoch
            + ", step "
            + (step + 1)
            + ": parameters are no longer finite; try a learning rate below "
            + learningRate
            + ".");
  }

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
