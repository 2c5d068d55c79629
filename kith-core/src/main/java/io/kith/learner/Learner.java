package io.kith.learner;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.engine.FloatMatrix;

/**
 * Something that can be trained: features in, log-probabilities out, gradients back.
 *
 * <p>Parameters and gradient are flat, 1 × count, and live as long as the learner. One training
 * thread at a time; {@link #predict} may be called by many.
 */
public interface Learner extends AutoCloseable {
  int inputs();

  int classes();

  /**
   * The log-probabilities of a batch in training mode, remembered for {@link #backward}. The result
   * is a view that holds until the next call; the caller closes it.
   *
   * @param noise where dropout draws from; the same seed gives the same masks
   */
  FloatMatrix forward(FloatMatrix features, Seed noise, Parallel parallel);

  /** Turns the gradient by the logits of the last forward pass into {@link #gradient}. */
  void backward(FloatMatrix logitGradient, Parallel parallel);

  /** Writes log-probabilities without dropout. Threads may call this together. */
  void predict(FloatMatrix features, FloatMatrix logProbabilities, Parallel parallel);

  /**
   * Another learner over the same parameters, with a gradient and scratch space of its own, so that
   * several workers can compute gradients at once. Closing it leaves the parameters alone.
   */
  default Learner replica() {
    throw new BadInputException(
        "this network can be trained by one worker only: leave --workers at 1.");
  }

  FloatMatrix parameters();

  FloatMatrix gradient();

  @Override
  void close();
}
