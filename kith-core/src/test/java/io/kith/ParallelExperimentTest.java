package io.kith;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Json;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.SplitOptions;
import io.kith.data.Table;
import io.kith.learner.NetworkOptions;
import io.kith.train.Schedule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParallelExperimentTest {
  @Test
  void everyNumberOfWorkersHasACurve() {
    Dataset dataset = Curves.dataset(400, 2, 4, 0.2, 3);
    RunOptions options =
        RunOptions.defaults()
            .withSplit(SplitOptions.defaults().withLabelRatio(0.2))
            .withBatch(RunOptions.defaults().batch().withBatchSize(32).withLabeledPerStep(8))
            .withNetwork(new NetworkOptions(List.of(16), 0))
            .withTraining(
                RunOptions.defaults().training().withEpochs(11).withSchedule(Schedule.PAPER));
    Table table = new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of());
    Split split = Split.of(dataset, options.split(), new Seed(1));

    ParallelExperiment.Result result =
        ParallelExperiment.run(
            options,
            List.of(1, 2, 64),
            (own, threads) ->
                Kith.run(table, split, own, RunContext.silent(threads)).run().training());

    assertThat(result.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(result.curves())
        .extracting(ParallelExperiment.Curve::workers)
        .containsExactly(1, 2, 64);
    ParallelExperiment.Curve many = result.curves().get(2);
    assertThat(many.threads()).isEqualTo(Math.min(64, result.cores()));
    assertThat(many.points()).hasSize(11);
    assertThat(many.points().get(9).learningRate()).isEqualTo(64 * 0.001);
    assertThat(many.points().get(10).learningRate()).isEqualTo(0.001);
    assertThat(Json.as(Json.tree(result), ParallelExperiment.Result.class, "a test"))
        .isEqualTo(result);
  }

  @Test
  void aCurveSaysWhenItReachedAnAccuracy() {
    ParallelExperiment.Curve curve =
        new ParallelExperiment.Curve(
            2,
            "synchronous",
            2,
            List.of(
                new ParallelExperiment.Point(1, 3, 0.5, 0.1),
                new ParallelExperiment.Point(2, 6, 0.7, 0.1),
                new ParallelExperiment.Point(3, 9, 0.6, 0.1)));
    assertThat(curve.epochsTo(0.6)).hasValue(2);
    assertThat(curve.secondsTo(0.6)).hasValue(6);
    assertThat(curve.epochsTo(0.8)).isEmpty();
    assertThat(curve.best()).isEqualTo(0.7);
    assertThat(curve.secondsPerEpoch()).isEqualTo(3);
  }
}
