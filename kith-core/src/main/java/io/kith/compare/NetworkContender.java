package io.kith.compare;

import io.kith.Kith;
import io.kith.Method;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.Tuning;
import io.kith.data.Dataset;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Model;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * A network, trained by one of the ways of {@link Method}; twelve candidates each: learning rate,
 * dropout, and what the method depends on most.
 */
record NetworkContender(Method method) implements Contender {
  private static final double[] RATE_FACTORS = {1, 3};
  private static final double DROPOUT = 0.4;
  private static final double OTHER_DROPOUT = 0.2; // where the given one is 0.4
  private static final double[] GRAPH_FACTORS = {1, 3, 1.0 / 3};
  private static final double[] CONFIDENCES = {0.9, 0.7, 0.97};
  private static final double[] ROWS_FACTORS = {1, 2, 0.5};

  @Override
  public String name() {
    return method.toString();
  }

  @Override
  public List<Map<String, String>> candidates(RunOptions options) {
    List<Map<String, String>> differences = new ArrayList<>();
    for (RunOptions candidate : list(options)) {
      Map<String, String> values = new LinkedHashMap<>();
      values.put("learningRate", Double.toString(candidate.training().learningRate()));
      values.put("dropout", Double.toString(candidate.network().dropout()));
      if (method.usesGraph()) {
        values.put("graphWeight", Double.toString(candidate.objective().graphWeight()));
      } else if (method == Method.SELF_TRAINING) {
        values.put("confidence", Double.toString(candidate.selfTraining().confidence()));
      } else {
        values.put("labeledPerStep", Integer.toString(candidate.batch().labeledPerStep()));
      }
      differences.add(values);
    }
    return differences;
  }

  /** The given options first. */
  private List<RunOptions> list(RunOptions options) {
    RunOptions base = options.withMethod(method);
    double given = base.network().dropout();
    double other = given == DROPOUT ? OTHER_DROPOUT : DROPOUT;
    List<RunOptions> candidates = new ArrayList<>();
    for (RunOptions variant : variants(base)) {
      for (double dropout : new double[] {given, other}) {
        for (double factor : RATE_FACTORS) {
          double rate = RoundNumbers.threeDigits(factor * base.training().learningRate());
          candidates.add(
              variant
                  .withNetwork(variant.network().withDropout(dropout))
                  .withTraining(variant.training().withLearningRate(rate)));
        }
      }
    }
    return candidates.stream().distinct().toList();
  }

  /** What the method depends on most: γ, the confidence of pseudo-labels, or rows of a step. */
  private List<RunOptions> variants(RunOptions base) {
    if (method.usesGraph()) {
      return DoubleStream.of(GRAPH_FACTORS)
          .map(factor -> RoundNumbers.threeDigits(factor * base.objective().graphWeight()))
          .mapToObj(weight -> base.withObjective(base.objective().withGraphWeight(weight)))
          .toList();
    }
    if (method == Method.SELF_TRAINING) {
      return DoubleStream.of(CONFIDENCES)
          .mapToObj(c -> base.withSelfTraining(base.selfTraining().withConfidence(c)))
          .toList();
    }
    return DoubleStream.of(ROWS_FACTORS)
        .mapToInt(factor -> (int) (factor * base.batch().labeledPerStep()))
        .mapToObj(rows -> base.withBatch(base.batch().withLabeledPerStep(rows)))
        .toList();
  }

  @Override
  public int choose(Ground ground, RunOptions options, double budget, RunContext context) {
    List<RunOptions> candidates = list(options);
    return candidates.indexOf(Tuning.of(ground.rows(), candidates, budget, context).best());
  }

  @Override
  public void prepare(Ground ground, RunOptions options, RunContext context) {
    if (method.usesGraph()) {
      ground.graph(options, context);
    }
  }

  @Override
  public Predicted predict(Ground ground, RunOptions options, int candidate, RunContext context) {
    Trained trained = Kith.run(ground.rows(), list(options).get(candidate), context);
    try (Model model = trained.model()) {
      int[] all = likeliest(model, ground.rows().dataset(), context);
      return new Predicted(
          chosen(all, ground.rows().split().train()), chosen(all, ground.rows().split().test()));
    }
  }

  private static int[] likeliest(Model model, Dataset dataset, RunContext context) {
    int[] classes = new int[dataset.size()];
    float[] row = new float[model.classNames().size()];
    model.predict(
        dataset.features(),
        context.parallel(),
        (first, probabilities) -> {
          for (int i = 0; i < probabilities.rows(); i++) {
            probabilities.copyRow(i, row);
            classes[first + i] = Evaluation.likeliest(row);
          }
        });
    return classes;
  }

  private static int[] chosen(int[] all, int[] rows) {
    return java.util.Arrays.stream(rows).map(row -> all[row]).toArray();
  }
}
