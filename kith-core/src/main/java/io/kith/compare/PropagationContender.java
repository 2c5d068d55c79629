package io.kith.compare;

import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.Progress;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.Neighbors;
import io.kith.propagate.Evidence;
import io.kith.propagate.Newcomers;
import io.kith.propagate.Propagated;
import io.kith.propagate.PropagationMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A propagation learner. It sees the graph of the training rows, as the networks do; validation and
 * test rows are judged by their nearest training rows.
 *
 * @param withPrior whether the supervised network's predictions are weighed in
 */
record PropagationContender(String name, PropagationMethod method, boolean withPrior)
    implements Contender {
  @Override
  public List<Map<String, String>> candidates(RunOptions options) {
    return PropagationCandidate.of(method).stream().map(PropagationCandidate::options).toList();
  }

  @Override
  public void prepare(Ground ground, RunOptions options, RunContext context) {
    ground.nearTest(options, context);
  }

  @Override
  public int choose(Ground ground, RunOptions options, double budget, RunContext context) {
    Labels truth = ground.rows().dataset().labels().gather(ground.rows().split().validation());
    Neighbors near = ground.nearHeld(options, context);
    try (MaybePrior prior = prior(ground, options, context)) {
      List<PropagationCandidate> candidates = PropagationCandidate.of(method);
      int best = 0;
      int mostRight = -1;
      for (int c = 0; c < candidates.size(); c++) {
        context.progress().at("tune", c + 1, candidates.size(), "candidates");
        Spreading spreading = new Spreading(candidates.get(c), ground, options, prior, context);
        int[] predicted = spreading.labels(near, prior.held());
        int right = 0;
        for (int i = 0; i < predicted.length; i++) {
          right += predicted[i] == truth.label(i) ? 1 : 0;
        }
        if (right > mostRight) {
          mostRight = right;
          best = c;
        }
      }
      return best;
    }
  }

  @Override
  public Predicted predict(Ground ground, RunOptions options, int candidate, RunContext context) {
    try (MaybePrior prior = prior(ground, options, context)) {
      Spreading spreading =
          new Spreading(
              PropagationCandidate.of(method).get(candidate), ground, options, prior, context);
      return new Predicted(
          labels(spreading.over),
          spreading.labels(ground.nearTest(options, context), prior.test()));
    }
  }

  private MaybePrior prior(Ground ground, RunOptions options, RunContext context) {
    return new MaybePrior(
        withPrior ? Optional.of(ground.prior(options, context)) : Optional.empty());
  }

  private static int[] labels(Propagated result) {
    int[] labels = new int[result.size()];
    java.util.Arrays.setAll(labels, result::label);
    return labels;
  }

  /** The network's predictions, where they are used. */
  private record MaybePrior(Optional<Ground.Prior> prior) implements AutoCloseable {
    Optional<FloatMatrix> train() {
      return prior.map(Ground.Prior::train);
    }

    Optional<FloatMatrix> held() {
      return prior.map(Ground.Prior::held);
    }

    Optional<FloatMatrix> test() {
      return prior.map(Ground.Prior::test);
    }

    @Override
    public void close() {
      prior.ifPresent(Ground.Prior::close);
    }
  }

  /** One propagation over the training rows, ready to judge others. */
  private static final class Spreading {
    private final PropagationCandidate candidate;
    private final Ground ground;
    private final RunOptions options;
    private final RunContext context;
    private final Propagated plain;
    private final double[] scales;
    final Propagated over;

    Spreading(
        PropagationCandidate candidate,
        Ground ground,
        RunOptions options,
        MaybePrior prior,
        RunContext context) {
      this.candidate = candidate;
      this.ground = ground;
      this.options = options;
      this.context = context;
      Labels visible = ground.rows().visible(options);
      plain =
          candidate
              .learner()
              .propagate(
                  new Evidence(ground.graph(options, context).graph(), visible, prior.train()),
                  context.parallel(),
                  Progress.NONE);
      scales = candidate.classMass() ? plain.classMassScales(visible) : new double[0];
      over = candidate.classMass() ? plain.scaled(scales) : plain;
    }

    /** The classes of rows outside of the graph. */
    int[] labels(Neighbors nearest, Optional<FloatMatrix> prior) {
      Newcomers rows = new Newcomers(nearest, ground.graph(options, context).kernel(), prior);
      Propagated extended = candidate.learner().extend(plain, rows, context.parallel());
      return PropagationContender.labels(
          candidate.classMass() ? extended.scaled(scales) : extended);
    }
  }
}
