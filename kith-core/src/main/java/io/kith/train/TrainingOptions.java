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
 * @param workers how many meta-batches, each with its own worker, one update averages
 */
public record TrainingOptions(
    int epochs,
    double learningRate,
    Schedule schedule,
    double warmup,
    double clip,
    int patience,
    int workers) {
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
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be >= 1, but was " + workers);
    }
  }

  public static TrainingOptions defaults() {
    return new TrainingOptions(30, 0.001, Schedule.COSINE, 0, 0, 0, 1);
  }

  /** The learning rate after so many epochs, in fractions of one. */
  double rate(double epoch) {
    double rising = warmup == 0 ? 1 : Math.min(1, epoch / warmup);
    return learningRate * rising * schedule.factor(epoch, epochs, workers);
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

  public TrainingOptions withWorkers(int workers) {
    return new TrainingOptions(epochs, learningRate, schedule, warmup, clip, patience, workers);
  }
}
