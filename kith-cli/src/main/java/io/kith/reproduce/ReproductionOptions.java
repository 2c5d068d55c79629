package io.kith.reproduce;

import io.kith.RunOptions;
import io.kith.learner.NetworkOptions;
import io.kith.train.Schedule;
import java.util.List;

/**
 * What is measured, and how thoroughly.
 *
 * @param run the options of every run, except what an experiment varies
 * @param matrixRows rows of the affinity matrix that are drawn
 * @param ratios percentages of the labels that may be seen
 * @param seeds how often the accuracy at each ratio and block size is measured
 * @param budget what each method may spend on choosing its options, in whole trainings; 0 for none
 * @param fewLabels the share of labels in the experiments that do not vary it
 * @param workers how many there are in the parallel experiment
 * @param workerEpochs epochs of the parallel experiment
 * @param blockSizes rows a block of the trade-off; 1 stands for batches of random rows
 */
public record ReproductionOptions(
    RunOptions run,
    int matrixRows,
    List<Double> ratios,
    int seeds,
    double budget,
    double fewLabels,
    List<Integer> workers,
    int workerEpochs,
    List<Integer> blockSizes) {
  private static final List<Double> RATIOS = List.of(2.0, 5.0, 10.0, 30.0, 50.0, 100.0);

  public ReproductionOptions {
    ratios = List.copyOf(ratios);
    workers = List.copyOf(workers);
    blockSizes = List.copyOf(blockSizes);
  }

  public static ReproductionOptions of(Scale scale) {
    return switch (scale) {
      case SMALL -> small();
      case PAPER -> paper();
    };
  }

  private static ReproductionOptions small() {
    RunOptions run =
        RunOptions.defaults()
            .withBatch(RunOptions.defaults().batch().withBatchSize(1024))
            .withNetwork(new NetworkOptions(List.of(256, 256), 0.2));
    return new ReproductionOptions(
        run.withTraining(run.training().withEpochs(8)),
        10_000,
        RATIOS,
        2,
        0,
        0.05,
        List.of(1, 2, 4, 8),
        12,
        List.of(1, 8, 26, 64, 256, 1024));
  }

  /**
   * The paper's network on batches of 1024 rows; labelled refill, since it costs the fewest steps.
   */
  private static ReproductionOptions paper() {
    RunOptions run =
        RunOptions.defaults()
            .withBatch(RunOptions.defaults().batch().withBatchSize(1024))
            .withNetwork(NetworkOptions.paper());
    return new ReproductionOptions(
        run.withTraining(run.training().withEpochs(12)),
        10_000,
        RATIOS,
        3,
        4,
        0.05,
        List.of(1, 2, 4, 8),
        20,
        List.of(1, 8, 26, 64, 128, 256, 512, 1024));
  }

  public ReproductionOptions withRun(RunOptions run) {
    return new ReproductionOptions(
        run, matrixRows, ratios, seeds, budget, fewLabels, workers, workerEpochs, blockSizes);
  }

  public ReproductionOptions withRatios(List<Double> ratios) {
    return new ReproductionOptions(
        run, matrixRows, ratios, seeds, budget, fewLabels, workers, workerEpochs, blockSizes);
  }

  public ReproductionOptions withSeeds(int seeds) {
    return new ReproductionOptions(
        run, matrixRows, ratios, seeds, budget, fewLabels, workers, workerEpochs, blockSizes);
  }

  public ReproductionOptions withWorkers(List<Integer> workers, int workerEpochs) {
    return new ReproductionOptions(
        run, matrixRows, ratios, seeds, budget, fewLabels, workers, workerEpochs, blockSizes);
  }

  public ReproductionOptions withBlockSizes(List<Integer> blockSizes) {
    return new ReproductionOptions(
        run, matrixRows, ratios, seeds, budget, fewLabels, workers, workerEpochs, blockSizes);
  }

  /** The run of the experiments with few labels. */
  RunOptions withFewLabels() {
    return run.withSplit(run.split().withLabelRatio(fewLabels));
  }

  /** As the paper trains in parallel: base rate times workers for ten epochs, then the base. */
  RunOptions parallelRun() {
    RunOptions few = withFewLabels();
    return few.withTraining(few.training().withEpochs(workerEpochs).withSchedule(Schedule.PAPER));
  }
}
