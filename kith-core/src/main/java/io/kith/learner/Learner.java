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

  /** Hears that a stretch of the gradient is there and will not change until the next step. */
  @FunctionalInterface
  interface GradientListener {
    void done(int from, int to);
  }

  /**
   * As {@link #backward(FloatMatrix, Parallel)}, and tells of every part of the gradient as soon as
   * it is there, each parameter once, so that what follows need not wait for the rest. A learner
   * that knows no parts tells of the whole at the end. The stretches are the same in every step.
   */
  default void backward(FloatMatrix logitGradient, Parallel parallel, GradientListener listener) {
    backward(logitGradient, parallel);
    listener.done(0, gradient().columns());
  }

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

  /** Another learner like this one, with a copy of the parameters: the two learn apart. */
  default Learner twin() {
    throw new BadInputException(
        "this network can be trained in step only: leave --sync at synchronous.");
  }

  FloatMatrix parameters();

  FloatMatrix gradient();

  @Override
  void close();
}
