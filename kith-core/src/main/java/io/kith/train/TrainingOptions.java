package io.kith.train;

/**
 * How long and how fast to train.
 *
 * @param epochs passes over the training rows
 * @param learningRate the base rate
 * @param schedule how the rate changes
 * @param warmup epochs over which the rate rises from zero, before the schedule alone sets it
 * @param clip the longest gradient that is followed; a longer one is shortened to it. 0 for any
 * @param patience epochs without a better validation accuracy after which training ends; 0 for
 *     never
 * @param workers how many workers train at once, and how they keep together
 */
public record TrainingOptions(
    int epochs,
    double learningRate,
    Schedule schedule,
    double warmup,
    double clip,
    int patience,
    WorkerOptions workers) {
  public TrainingOptions {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs must be >= 1, but was " + epochs);
    }
    if (!(learningRate > 0) || Double.isInfinite(learningRate)) {
      throw new IllegalArgumentException(
          "learningRate must be > 0 and finite, but was " + learningRate);
    }
    if (!(warmup >= 0) || Double.isInfinite(warmup)) {
      throw new IllegalArgumentException("warmup must be >= 0 and finite, but was " + warmup);
    }
    if (!(clip >= 0) || Double.isInfinite(clip)) {
      throw new IllegalArgumentException("clip must be >= 0 and finite, but was " + clip);
    }
    if (patience < 0) {
      throw new IllegalArgumentException("patience must be >= 0, but was " + patience);
    }
    if (schedule == Schedule.PAPER && workers.rateScaling() != RateScaling.NONE) {
      throw new IllegalArgumentException(
          "rateScaling must be none with the schedule paper, which scales the rate itself, but was "
              + workers.rateScaling());
    }
  }

  public static TrainingOptions defaults() {
    return new TrainingOptions(30, 0.001, Schedule.COSINE, 0, 0, 0, WorkerOptions.defaults());
  }

  /** The learning rate after so many epochs, in fractions of one. */
  double rate(double epoch) {
    double rising = warmup == 0 ? 1 : Math.min(1, epoch / warmup);
    return learningRate
        * rising
        * workers.rateFactor(epoch)
        * schedule.factor(epoch, epochs, workers.count());
  }

  public TrainingOptions withEpochs(int epochs) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }

  public TrainingOptions withLearningRate(double learningRate) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }

  public TrainingOptions withSchedule(Schedule schedule) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }

  public TrainingOptions withWarmup(double warmup) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }

  public TrainingOptions withClip(double clip) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }

  public TrainingOptions withPatience(int patience) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }

  /** The same with so many workers, which keep together as they did. */
  public TrainingOptions withWorkers(int count) {
    return withWorkers(workers.withCount(count));
  }

  public TrainingOptions withWorkers(WorkerOptions workers) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }
}
