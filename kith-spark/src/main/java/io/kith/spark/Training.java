package io.kith.spark;

import io.kith.RunOptions;
import io.kith.learner.Model;
import org.apache.spark.api.java.JavaSparkContext;

/** How rows become a model: where the estimator ends and the method begins. */
interface Training {
  Model train(TrainingSet rows, RunOptions options);

  /** Everything that grows with the rows on the executors. */
  static Training onExecutors(JavaSparkContext spark, String workDir, String checkpointDir) {
    return new ExecutorTraining(spark, workDir, checkpointDir);
  }

  /** All rows on the driver, trained by threads. */
  static Training onDriver(String checkpointDir) {
    return new DriverTraining(checkpointDir);
  }
}
