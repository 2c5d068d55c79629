package io.kith.batch;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;

/**
 * Features of all rows in one matrix.
 *
 * @param rows those that the numbers of a batch mean
 */
public record FeaturesInMemory(FloatMatrix rows) implements FeatureSource {
  @Override
  public int columns() {
    return rows.columns();
  }

  @Override
  public void copyInto(MetaBatch batch, FloatMatrix into, Parallel parallel) {
    rows.gatherInto(batch.rows(), into, parallel);
  }
}
