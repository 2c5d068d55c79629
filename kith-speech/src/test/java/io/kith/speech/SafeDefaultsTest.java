package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.Kith;
import io.kith.Method;
import io.kith.Preparation;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.Trained;
import io.kith.base.Parallel;
import io.kith.base.Progress;
import io.kith.base.Seed;
import io.kith.data.Dataset;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.speech.synthesis.Conditions;
import io.kith.speech.synthesis.SynthesisOptions;
import io.kith.speech.synthesis.SyntheticCorpus;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * On speech of every difficulty and at every label ratio, the graph with default options costs at
 * most half a point of test accuracy against the supervised baseline: means over seeds.
 */
@Tag("slow")
class SafeDefaultsTest {
  private static final int SEEDS = 3;
  private static final double MOST = 0.005;
  private static final RunOptions DEFAULTS =
      RunOptions.defaults().withTraining(RunOptions.defaults().training().withEpochs(10));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"easy", "timit-like", "hard"})
  void theGraphCostsLittleWhereItDoesNotHelp(String preset) {
    try (Parallel parallel = Parallel.ofMachine();
        Preparation rows = speech(preset, parallel)) {
      RunContext context = RunContext.silent(parallel);
      for (double ratio : new double[] {0.02, 0.1, 1}) {
        double gain = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
          RunOptions options =
              DEFAULTS.withSeed(seed).withSplit(DEFAULTS.split().withLabelRatio(ratio));
          gain += accuracy(rows, options, context);
          gain -= accuracy(rows, options.withMethod(Method.SUPERVISED), context);
        }
        assertThat(gain / SEEDS).as("%s at %s", preset, ratio).isGreaterThanOrEqualTo(-MOST);
      }
    }
  }

  private Preparation speech(String preset, Parallel parallel) {
    Path corpus = folder.resolve(preset);
    SynthesisOptions options =
        SynthesisOptions.defaults().withSpeakers(12).withConditions(Conditions.named(preset));
    SyntheticCorpus.write(corpus, options, new Seed(1), parallel, Progress.NONE);
    Frames frames =
        Frames.read(Corpus.read(corpus), FramesOptions.defaults(), parallel, Progress.NONE);
    Dataset dataset = frames.dataset();
    return new Preparation(
        new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of()),
        Split.of(frames.rows(Part.TRAIN), frames.rows(Part.DEVELOPMENT), frames.rows(Part.TEST)),
        parallel);
  }

  private static double accuracy(Preparation rows, RunOptions options, RunContext context) {
    Trained trained = Kith.run(rows, options, context);
    trained.model().close();
    return trained.run().test().accuracy();
  }
}
