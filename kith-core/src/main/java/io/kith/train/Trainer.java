package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatch;
import io.kith.batch.Prefetch;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Learner;
import io.kith.objective.LossTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;

/**
 * The training loop: minimises an objective over a learner, step by step over meta-batches.
 *
 * <p>After every epoch the learner is judged on the validation rows; at the end it has the
 * parameters of its best epoch (of the last one, where there are no validation rows). With
 * checkpoints, a run that was interrupted goes on and ends with the same bits as one that was not.
 */
public final class Trainer {
  private final TrainingOptions options;
  private final Seed seed;
  private final Parallel parallel;
  private final Optional<CheckpointOptions> checkpoints;

  public Trainer(TrainingOptions options, Seed seed, Parallel parallel) {
    this(options, seed, parallel, Optional.empty());
  }

  private Trainer(
      TrainingOptions options,
      Seed seed,
      Parallel parallel,
      Optional<CheckpointOptions> checkpoints) {
    this.options = options;
    this.seed = seed;
    this.parallel = parallel;
    this.checkpoints = checkpoints;
  }

  /** The same trainer, leaving checkpoints. */
  public Trainer withCheckpoints(CheckpointOptions checkpointOptions) {
    return new Trainer(options, seed, parallel, Optional.of(checkpointOptions));
  }

  /** Trains the learner in place. */
  public TrainingHistory train(Task task, TrainingListener listener, Progress progress) {
    int steps = task.plan().batchCount();
    Seed noise = seed.derive("dropout");
    try (Workers workers = new Workers(task, options.workers(), noise, parallel);
        FloatMatrix best = FloatMatrix.allocate(1, task.learner().parameters().columns())) {
      Checkpoint.Progress start = begin(task, best);
      long taken = (long) (start.epoch() - 1) * steps + start.step();
      try (Prefetch batches = new Prefetch(task.plan(), options.epochs(), taken)) {
        TrainingHistory history = train(task, workers, batches, start, best, listener, progress);
        best.copyInto(task.learner().parameters());
        removeCheckpoint();
        return history;
      }
    }
  }

  private TrainingHistory train(
      Task task,
      Workers workers,
      Prefetch batches,
      Checkpoint.Progress start,
      FloatMatrix best,
      TrainingListener listener,
      Progress progress) {
    Learner learner = task.learner();
    int steps = task.plan().batchCount();
    long allSteps = (long) steps * options.epochs();
    Clock clock = new Clock(start.seconds());
    List<EpochSummary> summaries = new ArrayList<>(start.epochs());
    int bestEpoch = start.bestEpoch();
    LossTerms sum = start.sum();
    int firstStep = start.step();
    for (int epoch = start.epoch(); epoch <= options.epochs(); epoch++) {
      double rate = 0;
      for (int step = firstStep; step < steps; step += workers.count()) {
        long taken = (long) (epoch - 1) * steps + step;
        MetaBatch[] next = new MetaBatch[Math.min(workers.count(), steps - step)];
        for (int w = 0; w < next.length; w++) {
          next[w] = batches.next();
        }
        LossTerms terms = workers.gradient(next, taken);
        if (!terms.isFinite()) {
          throw new TrainingDivergedException(epoch, step + 1, terms, options.learningRate());
        }
        Clipping.apply(learner.gradient(), options.clip());
        rate = options.rate((double) taken / steps);
        task.optimizer().step(learner.parameters(), learner.gradient(), rate, parallel);
        sum = sum.plus(terms.times(next.length));
        listener.stepEnded(epoch, step + next.length, terms);
        progress.at("train", taken + next.length, allSteps, "steps");
        if (step + next.length < steps && clock.isDue(checkpoints)) {
          save(task, best, epoch, step + next.length, sum, summaries, bestEpoch, clock);
        }
      }
      EpochSummary summary =
          summarize(epoch, sum.times(1.0 / steps), task.validation(), learner, rate, clock);
      summaries.add(summary);
      listener.epochEnded(summary);
      boolean better =
          bestEpoch == 0
              || task.validation().isEmpty()
              || summary.isBetterThan(summaries.get(bestEpoch - 1));
      if (better) {
        bestEpoch = epoch;
        learner.parameters().copyInto(best);
      }
      if (options.patience() > 0 && epoch - bestEpoch >= options.patience()) {
        progress.at("train", allSteps, allSteps, "steps");
        break;
      }
      sum = LossTerms.ZERO;
      firstStep = 0;
      if (epoch < options.epochs()) {
        save(task, best, epoch + 1, 0, sum, summaries, bestEpoch, clock);
      }
    }
    return new TrainingHistory(summaries, bestEpoch);
  }

  private EpochSummary summarize(
      int epoch, LossTerms loss, Validation validation, Learner learner, double rate, Clock clock) {
    double accuracy = Double.NaN;
    double logLoss = Double.NaN;
    if (!validation.isEmpty()) {
      Evaluation judged = validation.evaluate(learner, parallel);
      accuracy = judged.accuracy();
      logLoss = judged.logLoss();
    }
    return new EpochSummary(epoch, loss, accuracy, logLoss, rate, clock.seconds());
  }

  private Checkpoint.Progress begin(Task task, FloatMatrix best) {
    return checkpoints
        .filter(CheckpointOptions::resume)
        .map(
            c ->
                Checkpoint.restore(
                    c.file(), c.fingerprint(), task.learner(), best, task.optimizer()))
        .orElseGet(() -> Checkpoint.Progress.start(""));
  }

  private void save(
      Task task,
      FloatMatrix best,
      int epoch,
      int step,
      LossTerms sum,
      List<EpochSummary> summaries,
      int bestEpoch,
      Clock clock) {
    checkpoints.ifPresent(
        c -> {
          requireFinite(task.learner().parameters(), epoch, step);
          Checkpoint.Progress at =
              Checkpoint.Progress.start(c.fingerprint())
                  .at(epoch, step, sum, summaries, bestEpoch)
                  .after(task.optimizer().steps(), clock.seconds());
          Checkpoint.write(c.file(), at, task.learner(), best, task.optimizer());
          clock.saved();
        });
  }

  /** Whatever the loss was: a checkpoint to go on from replaces none that is better. */
  private void requireFinite(FloatMatrix parameters, int epoch, int step) {
    try (PointerScope scope = Engine.scope()) {
      if (!parameters.tensor().isfinite().all().item_bool()) {
        throw new TrainingDivergedException(epoch, step, options.learningRate());
      }
    }
  }

  private void removeCheckpoint() {
    checkpoints.ifPresent(
        c -> {
          try {
            Files.deleteIfExists(c.file());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Time trained, earlier sessions included, and time since the last checkpoint. */
  private static final class Clock {
    private final long began = System.nanoTime();
    private final double before;
    private long lastSaved = began;

    Clock(double before) {
      this.before = before;
    }

    double seconds() {
      return before + (System.nanoTime() - began) / 1e9;
    }

    boolean isDue(Optional<CheckpointOptions> checkpoints) {
      return checkpoints.isPresent()
          && (System.nanoTime() - lastSaved) / 1e9 >= checkpoints.get().seconds();
    }

    void saved() {
      lastSaved = System.nanoTime();
    }
  }
}
