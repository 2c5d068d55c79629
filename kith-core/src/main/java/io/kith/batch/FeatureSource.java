package io.kith.batch;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;

/** Where the features of a batch's rows come from. Threads may share it. */
public interface FeatureSource {
  /** How many features a row has. */
  int columns();

  /** Copies the features of a batch, row by row, to the front of a matrix. */
  void copyInto(MetaBatch batch, FloatMatrix into, Parallel parallel);
}
