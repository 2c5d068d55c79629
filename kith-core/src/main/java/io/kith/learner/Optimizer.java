package io.kith.learner;

import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;

/** Moves parameters against their gradient. Keeps state for one learner. */
public interface Optimizer extends AutoCloseable {
  /** Takes one step; both matrices are 1 × count. */
  void step(FloatMatrix parameters, FloatMatrix gradient, double learningRate, Parallel parallel);

  @Override
  void close();
}
