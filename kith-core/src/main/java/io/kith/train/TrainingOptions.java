package io.kith.train;

/**
 * How long and how fast to train.
 *
 * @param epochs passes over the training rows
 * @param learningRate the base rate
 * @param schedule how the rate changes
 * @param patience epochs without a better validation accuracy after which training ends; 0 for
 *     never
 */
public record TrainingOptions(int epochs, double learningRate, Schedule schedule, int patience) {
  public TrainingOptions {
    if (epochs < 1) {
      throw new IllegalArgumentException("epochs must be >= 1, but was " + epochs);
    }
    if (!(learningRate > 0) || Double.isInfinite(learningRate)) {
      throw new IllegalArgumentException(
          "learningRate must be > 0 and finite, but was " + learningRate);
    }
    if (patience < 0) {
      throw new IllegalArgumentException("patience must be >= 0, but was " + patience);
    }
  }

  public static TrainingOptions defaults() {
    return new TrainingOptions(30, 0.003, Schedule.COSINE, 0);
  }

  public TrainingOptions withEpochs(int epochs) {
    return new TrainingOptions(epochs, learningRate, schedule, patience);
  }

  public TrainingOptions withLearningRate(double learningRate) {
    return new TrainingOptions(epochs, learningRate, schedule, patience);
  }

  public TrainingOptions withSchedule(Schedule schedule) {
    return new TrainingOptions(epochs, learningRate, schedule, patience);
  }

  public TrainingOptions withPatience(int patience) {
    return new TrainingOptions(epochs, learningRate, schedule, patience);
  }
}
