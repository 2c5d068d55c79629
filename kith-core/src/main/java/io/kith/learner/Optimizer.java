package io.kith.learner;

import io.kith.base.Parallel;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/**
 * Moves parameters against their gradient. Keeps state for one learner.
 *
 * <p>Rules work on every parameter alone, so steps are taken in pieces that fit the cache, in any
 * order.
 */
public abstract sealed class Optimizer implements AutoCloseable permits AdaGrad, MomentumSgd, Adam {
  private static final int PIECE = 1 << 16;

  private final List<FloatMatrix> state;
  private long steps;

  /** Starts with so many state vectors of zeros. */
  Optimizer(int parameterCount, int vectors) {
    state =
        java.util.stream.IntStream.range(0, vectors)
            .mapToObj(v -> FloatMatrix.allocate(1, parameterCount))
            .toList();
  }

  /** The rule, on a piece: changes {@code theta} and the state vectors, given the gradient. */
  abstract void update(Tensor theta, Tensor gradient, Tensor[] state, double rate, long step);

  /** Another optimizer of the same rule that remembers nothing yet. */
  abstract Optimizer fresh();

  /** Another optimizer of the same rule with a copy of what this one remembers. */
  public final Optimizer twin() {
    Optimizer twin = fresh();
    copyInto(twin);
    return twin;
  }

  /** Lets another optimizer of the same rule remember what this one does. */
  public final void copyInto(Optimizer other) {
    for (int v = 0; v < state.size(); v++) {
      state.get(v).copyInto(other.state.get(v));
    }
    other.steps = steps;
  }

  /**
   * Takes one step; both matrices are 1 × count. A step that has begun is taken whole, also when
   * the team is stopped.
   */
  public final void step(
      FloatMatrix parameters, FloatMatrix gradient, double learningRate, Parallel parallel) {
    steps++;
    int count = parameters.columns();
    parallel.runWhole(
        (count + PIECE - 1) / PIECE,
        piece -> {
          try (PointerScope scope = Engine.scope()) {
            long from = (long) piece * PIECE;
            long length = Math.min(PIECE, count - from);
            Tensor[] own = new Tensor[state.size()];
            for (int v = 0; v < own.length; v++) {
              own[v] = state.get(v).tensor().narrow(1, from, length);
            }
            update(
                parameters.tensor().narrow(1, from, length),
                gradient.tensor().narrow(1, from, length),
                own,
                learningRate,
                steps);
          }
        });
  }

  /** What the optimizer remembers, to be stored and put back; changes with every step. */
  public final List<FloatMatrix> state() {
    return state;
  }

  final int parameterCount() {
    return state.get(0).columns();
  }

  /** How many steps were taken. */
  public final long steps() {
    return steps;
  }

  /** Goes on from a stored state, whose vectors have been put back. */
  public final void resumeAt(long stepsTaken) {
    steps = stepsTaken;
  }

  @Override
  public final void close() {
    state.forEach(FloatMatrix::close);
  }
}
