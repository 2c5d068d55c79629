package io.kith.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.batch.MetaBatchPlan;
import io.kith.data.Labels;
import io.kith.data.Npz;
import io.kith.engine.FloatMatrix;
import io.kith.learner.AdaGrad;
import io.kith.learner.DenseNetwork;
import io.kith.learner.MomentumSgd;
import io.kith.learner.NetworkOptions;
import io.kith.learner.Optimizer;
import io.kith.objective.EntropicGraphObjective;
import io.kith.objective.LossTerms;
import io.kith.objective.ObjectiveOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {
  private static final Seed SEED = new Seed(2);
  private static final NetworkOptions NETWORK = new NetworkOptions(List.of(8), 0);
  private static final Labels LABELS =
      new Labels(new int[] {0, 1, 0, 1, 0, 1, 0, 1}, List.of("left", "right"));

  /** Two classes on either side of zero. */
  private static FloatMatrix features() {
    FloatMatrix features = FloatMatrix.allocate(8, 1);
    for (int i = 0; i < 8; i++) {
      features.set(i, 0, (i % 2 == 0 ? -1 : 1) * (1 + i / 8f));
    }
    return features;
  }

  @Test
  void theLossFallsAndTheBestEpochIsKept() {
    List<EpochSummary> heard = new ArrayList<>();
    try (DenseNetwork network = new DenseNetwork(1, NETWORK, 2, SEED);
        Parallel parallel = new Parallel(1)) {
      TrainingHistory history =
          train(
              network,
              TrainingOptions.defaults().withEpochs(20).withLearningRate(0.1),
              heard,
              parallel);
      assertThat(heard).isEqualTo(history.epochs()).hasSize(20);
      assertThat(heard.get(19).loss().supervised())
          .isLessThan(0.2 * heard.get(0).loss().supervised());
      assertThat(history.best().validationAccuracy()).isEqualTo(1);
      Validation validation = new Validation(features(), LABELS);
      assertThat(validation.evaluate(network, parallel).logLoss())
          .isCloseTo(history.best().validationLogLoss(), within(1e-6));
    }
  }

  @Test
  void patienceEndsTrainingThatNoLongerHelps() {
    // A rate of nearly zero: nothing changes, so the first epoch stays the best.
    TrainingOptions options =
        TrainingOptions.defaults()
            .withEpochs(50)
            .withLearningRate(1e-30)
            .withSchedule(Schedule.CONSTANT)
            .withPatience(3);
    try (DenseNetwork network = new DenseNetwork(1, NETWORK, 2, SEED);
        Parallel parallel = new Parallel(1)) {
      TrainingHistory history = train(network, options, new ArrayList<>(), parallel);
      assertThat(history.bestEpoch()).isEqualTo(1);
      assertThat(history.epochs()).hasSize(4);
    }
  }

  @Test
  void divergenceSaysWhereAndWhichTerm() {
    FloatMatrix broken = features();
    broken.set(3, 0, Float.NaN);
    try (DenseNetwork network = new DenseNetwork(1, NETWORK, 2, SEED);
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        Parallel parallel = new Parallel(1)) {
      assertThatThrownBy(
              () ->
                  new Trainer(TrainingOptions.defaults(), SEED, parallel)
                      .train(
                          task(network, optimizer, broken), TrainingListener.NONE, Progress.NONE))
          .isInstanceOf(TrainingDivergedException.class)
          .hasMessageStartingWith(
              "training diverged at epoch 1, step 1: supervised NaN, graph 0.0");
    }
  }

  @Test
  void everyStepReportsTheTermsOfItsLossApart() {
    List<LossTerms> steps = new ArrayList<>();
    List<EpochSummary> epochs = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void epochEnded(EpochSummary summary) {
            epochs.add(summary);
          }

          @Override
          public void stepEnded(int epoch, int step, LossTerms terms) {
            assertThat(2 * (epoch - 1) + step).isEqualTo(steps.size() + 1);
            steps.add(terms);
          }
        };
    try (DenseNetwork network = new DenseNetwork(1, NETWORK, 2, SEED);
        AdaGrad optimizer = new AdaGrad(network.parameters().columns());
        Parallel parallel = new Parallel(1)) {
      new Trainer(TrainingOptions.defaults().withEpochs(3), SEED, parallel)
          .train(task(network, optimizer, features()), listener, Progress.NONE);
    }
    assertThat(steps).hasSize(6);
    assertThat(steps.get(0).plus(steps.get(1)).times(0.5)).isEqualTo(epochs.get(0).loss());
  }

  @Test
  void divergenceLeavesTheLastCheckpointThatWasGood(@TempDir Path folder) {
    Path file = folder.resolve("checkpoint.npz");
    CheckpointOptions everyStep = new CheckpointOptions(file, 1e-9, true, "f");
    // Rising from zero, the rate leaves the first step without effect and ruins the second.
    TrainingOptions mad = TrainingOptions.defaults().withLearningRate(1e30).withWarmup(1);
    FloatMatrix steep = FloatMatrix.of(new float[8][1]);
    for (int i = 0; i < 8; i++) {
      steep.set(i, 0, i % 2 == 0 ? -1e20f : 1e20f);
    }
    try (DenseNetwork network = new DenseNetwork(1, NETWORK, 2, SEED);
        MomentumSgd optimizer = new MomentumSgd(network.parameters().columns(), 0.9);
        Parallel parallel = new Parallel(1)) {
      Task task = task(network, optimizer, steep);
      assertThatThrownBy(
              () ->
                  new Trainer(mad, SEED, parallel)
                      .withCheckpoints(everyStep)
                      .train(task, TrainingListener.NONE, Progress.NONE))
          .isInstanceOf(TrainingDivergedException.class)
          .hasMessageContaining("parameters are no longer finite");
      try (Npz left = Npz.open(file);
          FloatMatrix parameters = left.matrix("parameters")) {
        for (int i = 0; i < parameters.columns(); i++) {
          assertThat(parameters.get(0, i)).isFinite();
        }
      }
    }
  }

  @Test
  void thePenaltyDrawsParametersTowardsZero() {
    try (DenseNetwork network = new DenseNetwork(1, NETWORK, 2, SEED)) {
      EntropicGraphObjective objective =
          new EntropicGraphObjective(ObjectiveOptions.defaults().withPenalty(0.5));
      double squares = 0;
      for (int i = 0; i < network.parameters().columns(); i++) {
        squares += Math.pow(network.parameters().get(0, i), 2);
      }
      assertThat(objective.penalize(network.parameters(), network.gradient()))
          .isCloseTo(0.5 * squares, within(1e-6));
      assertThat(network.gradient().get(0, 0)).isEqualTo(network.parameters().get(0, 0));
    }
  }

  @Test
  void theCosineFallsFromOneToZero() {
    assertThat(Schedule.COSINE.factor(0, 10, 1)).isEqualTo(1);
    assertThat(Schedule.COSINE.factor(5, 10, 1)).isCloseTo(0.5, within(1e-12));
    assertThat(Schedule.COSINE.factor(10, 10, 1)).isCloseTo(0, within(1e-12));
    assertThat(Schedule.CONSTANT.factor(7, 10, 1)).isEqualTo(1);
  }

  @Test
  void schedulesChangeTheRateAsTheirNamesSay() {
    assertThat(Schedule.STEP.factor(4.9, 10, 1)).isEqualTo(1);
    assertThat(Schedule.STEP.factor(5, 10, 1)).isEqualTo(0.1);
    assertThat(Schedule.STEP.factor(7.5, 10, 1)).isEqualTo(0.01);
    assertThat(Schedule.PAPER.factor(9.9, 40, 8)).isEqualTo(8);
    assertThat(Schedule.PAPER.factor(10, 40, 8)).isEqualTo(1);
    TrainingOptions warm =
        new TrainingOptions(10, 0.2, Schedule.CONSTANT, 2, 0, 0, WorkerOptions.defaults());
    assertThat(warm.rate(0)).isZero();
    assertThat(warm.rate(1)).isCloseTo(0.1, within(1e-12));
    assertThat(warm.rate(5)).isEqualTo(0.2);
  }

  @Test
  void theRateGrowsWithTheWorkersForAsLongAsItShould() {
    WorkerOptions nine = WorkerOptions.defaults().withCount(9).withRateScaling(RateScaling.SQRT);
    TrainingOptions options =
        TrainingOptions.defaults()
            .withLearningRate(0.1)
            .withSchedule(Schedule.CONSTANT)
            .withWorkers(nine.withScaledEpochs(5));
    assertThat(options.rate(4.9)).isCloseTo(0.3, within(1e-12));
    assertThat(options.rate(5)).isEqualTo(0.1);
    assertThat(options.withWorkers(nine).rate(29)).isCloseTo(0.3, within(1e-12));
    assertThat(options.withWorkers(nine.withRateScaling(RateScaling.LINEAR)).rate(0))
        .isCloseTo(0.9, within(1e-12));
    assertThatThrownBy(() -> options.withSchedule(Schedule.PAPER))
        .hasMessageContaining("rateScaling must be none with the schedule paper");
  }

  @Test
  void workerOptionsOutOfRangeAreRefused() {
    WorkerOptions options = WorkerOptions.defaults();
    assertThatThrownBy(() -> options.withCount(0)).hasMessage("workers must be >= 1, but was 0");
    assertThatThrownBy(() -> options.withLocalSteps(0))
        .hasMessage("localSteps must be >= 1, but was 0");
    assertThatThrownBy(() -> options.withStaleness(-1))
        .hasMessage("staleness must be >= 0, but was -1");
  }

  @Test
  void aGradientThatIsTooLongIsShortened() {
    FloatMatrix gradient = FloatMatrix.of(new float[][] {{3, 4}});
    Clipping.apply(gradient, 10, new Parallel(1));
    assertThat(gradient.get(0, 1)).isEqualTo(4);
    Clipping.apply(gradient, 1, new Parallel(1));
    assertThat((double) gradient.get(0, 0)).isCloseTo(0.6, within(1e-6));
    assertThat((double) gradient.get(0, 1)).isCloseTo(0.8, within(1e-6));
  }

  private static TrainingHistory train(
      DenseNetwork network, TrainingOptions options, List<EpochSummary> heard, Parallel parallel) {
    try (AdaGrad optimizer = new AdaGrad(network.parameters().columns())) {
      return new Trainer(options, SEED, parallel)
          .train(task(network, optimizer, features()), heard::add, Progress.NONE);
    }
  }

  private static Task task(DenseNetwork network, Optimizer optimizer, FloatMatrix features) {
    return new Task(
        network,
        optimizer,
        new EntropicGraphObjective(ObjectiveOptions.defaults()),
        features,
        MetaBatchPlan.labeledOnly(LABELS, 8, 2, SEED),
        new Validation(features(), LABELS));
  }
}
