package io.kith.train;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.base.StoppedException;
import io.kith.batch.Prefetch;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import io.kith.evaluate.Evaluation;
import io.kith.learner.Learner;
import io.kith.objective.LossTerms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;

/**
 * The training loop: minimises an objective over a learner, update by update over meta-batches.
 *
 * <p>After every epoch the learner is judged on the validation rows; at the end it has the
 * parameters of its best epoch (of the last one, where there are no validation rows). With
 * checkpoints, a run that was interrupted goes on and ends with the same bits as one that was not
 * (unless its workers are {@linkplain Sync#ASYNCHRONOUS asynchronous}). When the threads are
 * stopped a checkpoint is left, and {@link StoppedException} thrown.
 */
public final class Trainer {
  private final TrainingOptions options;
  private final Seed seed;
  private final Parallel parallel;
  private final Workers.Start workers;
  private final Optional<CheckpointOptions> checkpoints;

  public Trainer(TrainingOptions options, Seed seed, Parallel parallel) {
    this(options, seed, parallel, Workers::threads, Optional.empty());
  }

  private Trainer(
      TrainingOptions options,
      Seed seed,
      Parallel parallel,
      Workers.Start workers,
      Optional<CheckpointOptions> checkpoints) {
    this.options = options;
    this.seed = seed;
    this.parallel = parallel;
    this.workers = workers;
    this.checkpoints = checkpoints;
  }

  /** The same trainer, leaving checkpoints. */
  public Trainer withCheckpoints(CheckpointOptions checkpointOptions) {
    return new Trainer(options, seed, parallel, workers, Optional.of(checkpointOptions));
  }

  /** The same trainer with other workers than threads of this process. */
  public Trainer withWorkers(Workers.Start start) {
    return new Trainer(options, seed, parallel, start, checkpoints);
  }

  /** Trains the learner in place. */
  public TrainingHistory train(Task task, TrainingListener listener, Progress progress) {
    try (Workers crew = workers.start(task, options, seed.derive("dropout"), parallel);
        FloatMatrix best = FloatMatrix.allocate(1, task.learner().parameters().columns())) {
      Checkpoint.Progress start = begin(task, best);
      long begun =
          (start.epoch() - 1L) * task.plan().batchCount() + start.step() + start.underWay().size();
      try (Prefetch batches =
          new Prefetch(task.plan(), options.epochs(), begun, crew.stepsPerUpdate(), crew.share())) {
        TrainingHistory history =
            new Session(task, crew, batches, best, start, listener, progress).run();
        best.copyInto(task.learner().parameters());
        return history;
      }
    }
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

  /** A run from its beginning, or from a checkpoint, to its end. */
  private final class Session {
    private final Task task;
    private final Learner learner;
    private final Workers crew;
    private final Prefetch batches;
    private final FloatMatrix best;
    private final TrainingListener listener;
    private final Progress progress;
    private final int steps;
    private final Clock clock;

    // where the run is: what a checkpoint has to say
    private final List<EpochSummary> summaries;
    private int epoch;
    private int step;
    private LossTerms sum;
    private int bestEpoch;
    private List<Long> again;

    Session(
        Task task,
        Workers crew,
        Prefetch batches,
        FloatMatrix best,
        Checkpoint.Progress start,
        TrainingListener listener,
        Progress progress) {
      this.task = task;
      this.learner = task.learner();
      this.crew = crew;
      this.batches = batches;
      this.best = best;
      this.listener = listener;
      this.progress = progress;
      this.steps = task.plan().batchCount();
      this.clock = new Clock(start.seconds());
      this.summaries = new ArrayList<>(start.epochs());
      this.epoch = start.epoch();
      this.step = start.step();
      this.sum = start.sum();
      this.bestEpoch = start.bestEpoch();
      this.again = start.underWay();
    }

    TrainingHistory run() {
      try {
        progress.at("train", (epoch - 1L) * steps + step, allSteps(), "steps");
        while (!isOver()) {
          takeSteps();
          endEpoch();
          save();
        }
        if (epoch <= options.epochs()) {
          progress.at("train", allSteps(), allSteps(), "steps");
        }
        return new TrainingHistory(summaries, bestEpoch);
      } catch (StoppedException e) {
        save();
        throw e;
      }
    }

    private boolean isOver() {
      return epoch > options.epochs()
          || options.patience() > 0 && epoch - bestEpoch > options.patience();
    }

    private void takeSteps() {
      long begun = (epoch - 1L) * steps + step + again.size();
      EpochSteps left = new EpochSteps(task.plan(), batches, options, epoch, again, begun);
      again = List.of();
      while (step < steps) {
        Update update = crew.update(left);
        if (!update.loss().isFinite()) {
          throw new TrainingDivergedException(
              epoch, step + 1, update.loss(), options.learningRate());
        }
        step += update.steps();
        sum = sum.plus(update.loss().times(update.steps()));
        listener.stepEnded(epoch, step, update.loss());
        progress.at("train", (epoch - 1L) * steps + step, allSteps(), "steps");
        if (step < steps && clock.isDue(checkpoints)) {
          save();
        }
      }
    }

    /** Judges the learner, keeps it if it is the best so far, and goes on to the next epoch. */
    private void endEpoch() {
      crew.settle();
      EpochSummary summary = summarize();
      summaries.add(summary);
      listener.epochEnded(summary);
      boolean better =
          bestEpoch == 0
              || !summary.isJudged()
              || summary.isBetterThan(summaries.get(bestEpoch - 1));
      if (better) {
        bestEpoch = epoch;
        learner.parameters().copyInto(best);
      }
      epoch++;
      step = 0;
      sum = LossTerms.ZERO;
    }

    private EpochSummary summarize() {
      double[] judged = new double[2];
      crew.agree(judged, this::judge);
      double rate = options.rate(epoch - 1.0 / steps);
      return new EpochSummary(
          epoch, sum.times(1.0 / steps), judged[0], judged[1], rate, clock.seconds());
    }

    /** Accuracy and log-loss on the validation rows. */
    private void judge(double[] judged) {
      if (task.validation().isEmpty()) {
        Arrays.fill(judged, Double.NaN);
        return;
      }
      Evaluation evaluation = task.validation().evaluate(learner, parallel);
      judged[0] = evaluation.accuracy();
      judged[1] = evaluation.logLoss();
    }

    private long allSteps() {
      return (long) steps * options.epochs();
    }

    /** Whatever the loss was: a checkpoint to go on from replaces none that is better. */
    private void requireFinite(FloatMatrix parameters) {
      try (PointerScope scope = Engine.scope()) {
        if (!parameters.tensor().isfinite().all().item_bool()) {
          throw new TrainingDivergedException(epoch, step, options.learningRate());
        }
      }
    }

    private void save() {
      if (checkpoints.isEmpty() || !crew.canResumeHere()) {
        return;
      }
      CheckpointOptions to = checkpoints.get();
      crew.settle();
      requireFinite(learner.parameters());
      Checkpoint.Progress now =
          new Checkpoint.Progress(
              Checkpoint.VERSION,
              to.fingerprint(),
              epoch,
              step,
              sum,
              List.copyOf(summaries),
              bestEpoch,
              task.optimizer().steps(),
              clock.seconds(),
              crew.underWay());
      Checkpoint.write(to.file(), now, learner, best, task.optimizer());
      clock.saved();
      listener.checkpointSaved(to.file());
    }
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
