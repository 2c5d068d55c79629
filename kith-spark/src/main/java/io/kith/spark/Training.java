package io.kith.spark;

import io.kith.RunOptions;
import io.kith.learner.Model;

/** How rows become a model: where the estimator ends and the method begins. */
interface Training {
  Model train(TrainingSet rows, RunOptions options);

  /** All rows on the driver, trained by threads. */
  static Training onDriver(String checkpointDir) {
    return new DriverTraining(checkpointDir);
  }
}
