package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatch;
import io.kith.batch.MetaBatchPlan;
import io.kith.batch.Prefetch;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Learner;
import io.kith.learner.Optimizer;
import io.kith.objective.LossTerms;
import io.kith.objective.Objective;
import java.util.ArrayList;
import java.util.List;

/**
 * The training loop: minimises an objective over a learner, step by step over meta-batches.
 *
 * <p>After every epoch the learner is judged on the validation rows; at the end it has the
 * parameters of its best epoch (of the last one, where there are no validation rows).
 */
public final class Trainer {
  private final TrainingOptions options;
  private final Seed seed;
  private final Parallel parallel;

  public Trainer(TrainingOptions options, Seed seed, Parallel parallel) {
    this.options = options;
    this.seed = seed;
    this.parallel = parallel;
  }

  /** Trains the learner in place; {@code features} are the rows that the plan's numbers mean. */
  public TrainingHistory train(
      Learner learner,
      Optimizer optimizer,
      Objective objective,
      FloatMatrix features,
      MetaBatchPlan plan,
      Validation validation,
      TrainingListener listener,
      Progress progress) {
    long began = System.nanoTime();
    int steps = plan.batchCount();
    long allSteps = (long) steps * options.epochs();
    List<EpochSummary> summaries = new ArrayList<>();
    int best = 0;
    try (FloatMatrix input = FloatMatrix.allocate(plan.largestStep(), features.columns());
        FloatMatrix slope = FloatMatrix.allocate(plan.largestStep(), learner.classes());
        FloatMatrix kept = FloatMatrix.allocate(1, learner.parameters().columns());
        Prefetch batches = new Prefetch(plan, options.epochs())) {
      for (int epoch = 1; epoch <= options.epochs(); epoch++) {
        LossTerms sum = LossTerms.ZERO;
        double rate = options.learningRate();
        for (int step = 0; step < steps; step++) {
          long taken = (long) (epoch - 1) * steps + step;
          rate = options.learningRate() * options.schedule().factor((double) taken / allSteps);
          MetaBatch batch = batches.next();
          LossTerms terms = gradient(learner, objective, features, batch, input, slope, taken);
          if (!terms.isFinite()) {
            throw new TrainingDivergedException(epoch, step + 1, terms, options.learningRate());
          }
          optimizer.step(learner.parameters(), learner.gradient(), rate, parallel);
          sum = sum.plus(terms);
          progress.at("train", taken + 1, allSteps, "steps");
        }
        EpochSummary summary =
            summarize(epoch, sum.times(1.0 / steps), validation, learner, rate, began);
        summaries.add(summary);
        listener.epochEnded(summary);
        if (best == 0 || validation.isEmpty() || summary.isBetterThan(summaries.get(best - 1))) {
          best = epoch;
          learner.parameters().copyInto(kept);
        } else if (options.patience() > 0 && epoch - best >= options.patience()) {
          progress.at("train", allSteps, allSteps, "steps");
          break;
        }
      }
      kept.copyInto(learner.parameters());
    }
    return new TrainingHistory(summaries, best);
  }

  /** Leaves the gradient of one batch in the learner. */
  private LossTerms gradient(
      Learner learner,
      Objective objective,
      FloatMatrix features,
      MetaBatch batch,
      FloatMatrix input,
      FloatMatrix slope,
      long step) {
    features.gatherInto(batch.rows(), input, parallel);
    try (FloatMatrix x = input.slice(0, batch.size());
        FloatMatrix by = slope.slice(0, batch.size());
        FloatMatrix logP = learner.forward(x, seed.derive("dropout").derive(step), parallel)) {
      LossTerms terms = objective.evaluate(logP, batch, by);
      learner.backward(by, parallel);
      return terms.withPenalty(objective.penalize(learner.parameters(), learner.gradient()));
    }
  }

  private EpochSummary summarize(
      int epoch, LossTerms loss, Validation validation, Learner learner, double rate, long began) {
    double accuracy = Double.NaN;
    double logLoss = Double.NaN;
    if (!validation.isEmpty()) {
      Evaluation judged = validation.evaluate(learner, parallel);
      accuracy = judged.accuracy();
      logLoss = judged.logLoss();
    }
    return new EpochSummary(
        epoch, loss, accuracy, logLoss, rate, (System.nanoTime() - began) / 1e9);
  }
}
