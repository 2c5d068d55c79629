package io.kith.compare;

import io.kith.Kith;
import io.kith.Method;
import io.kith.Preparation;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.graph.BuiltGraph;
import io.kith.graph.Neighbors;
import io.kith.learner.Model;

/**
 * What all methods stand on: rows that are standardised once, one graph, the nearest training rows
 * of validation and test rows.
 */
final class Ground implements AutoCloseable {
  private final Preparation rows;
  private final FloatMatrix test;
  private Neighbors nearHeld;
  private Neighbors nearTest;
  private String nearGraph = "";

  Ground(Table table, Split split, Parallel parallel) {
    rows = new Preparation(table, split, parallel);
    test = table.dataset().features().gather(split.test(), parallel);
    rows.standardizer().applyInPlace(test, parallel);
  }

  Preparation rows() {
    return rows;
  }

  BuiltGraph graph(RunOptions options, RunContext context) {
    return rows.graph(options, context);
  }

  /** The nearest training rows of the validation rows. */
  Neighbors nearHeld(RunOptions options, RunContext context) {
    query(options, context);
    return nearHeld;
  }

  /** The nearest training rows of the test rows. */
  Neighbors nearTest(RunOptions options, RunContext context) {
    query(options, context);
    return nearTest;
  }

  private void query(RunOptions options, RunContext context) {
    BuiltGraph built = graph(options, context);
    if (nearGraph.equals(built.graph().fingerprint())) {
      return;
    }
    nearHeld = query(rows.held(), built, options, context);
    nearTest = query(test, built, options, context);
    nearGraph = built.graph().fingerprint();
  }

  private Neighbors query(
      FloatMatrix asked, BuiltGraph built, RunOptions options, RunContext context) {
    return built
        .plan()
        .search(
            options.graph().metric(),
            context.compute().device(),
            new Seed(options.seed()).derive("query"))
        .query(
            rows.features(),
            asked,
            options.graph().neighbors(),
            context.parallel(),
            context.progress());
  }

  /** What the supervised network says of training, validation and test rows. */
  Prior prior(RunOptions options, RunContext context) {
    Trained trained = Kith.run(rows, options.withMethod(Method.SUPERVISED), context);
    try (Model model = trained.model()) {
      Parallel parallel = context.parallel();
      return new Prior(
          logProbabilities(model, rows.split().train(), parallel),
          logProbabilities(model, rows.split().validation(), parallel),
          logProbabilities(model, rows.split().test(), parallel));
    }
  }

  private FloatMatrix logProbabilities(Model model, int[] which, Parallel parallel) {
    try (FloatMatrix chosen = rows.dataset().features().gather(which, parallel)) {
      return model.logProbabilities(chosen, parallel);
    }
  }

  /** Log-probabilities of a network for each part of the rows. */
  record Prior(FloatMatrix train, FloatMatrix held, FloatMatrix test) implements AutoCloseable {
    @Override
    public void close() {
      train.close();
      held.close();
      test.close();
    }
  }

  @Override
  public void close() {
    rows.close();
    test.close();
  }
}
