package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.Method;
import io.kith.RunOptions;
import io.kith.base.BadInputException;
import io.kith.data.SplitOptions;
import io.kith.graph.Kernel;
import io.kith.graph.Metric;
import io.kith.learner.Rule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KithClassifierParamsTest {
  @BeforeAll
  static void begin() {
    LocalSpark.session();
  }

  @Test
  void withoutSettingsTheDefaultsOfEveryRunHold() {
    assertThat(new KithClassifier().runOptions())
        .isEqualTo(RunOptions.defaults().withSplit(SplitOptions.defaults().withTest(0)));
  }

  @Test
  void everySettingHasADocumentationADefaultASetterAndAGetter() {
    KithClassifier classifier = new KithClassifier();
    List<String> spark = List.of("thresholds");
    for (Param<?> param : classifier.params()) {
      assertThat(param.doc()).isNotBlank();
      String ending = param.name().substring(0, 1).toUpperCase(java.util.Locale.ROOT);
      String name = ending + param.name().substring(1);
      assertThat(Arrays.stream(KithClassifier.class.getMethods()).map(m -> m.getName()))
          .contains("set" + name, "get" + name);
      assertThat(spark.contains(param.name()) || classifier.hasDefault(param))
          .as(param.name())
          .isTrue();
    }
    assertThat(classifier.explainParams()).contains("neighbors: nearest rows", "(default: 10)");
  }

  @Test
  void settingsBecomeOptions() {
    RunOptions options =
        new KithClassifier()
            .setMethod("supervised")
            .setSeed(7)
            .setNeighbors(5)
            .setMetric("cosine")
            .setKernel("cosine")
            .setBlockSize(20)
            .setBatchSize(200)
            .setGraphWeight(0.3)
            .setEntropyWeight(0.01)
            .setPenalty(1e-4)
            .setHiddenLayers(new int[] {30, 20})
            .setOptimizer("adagrad")
            .setEpochs(3)
            .setWorkers(4)
            .setValidationFraction(0.25)
            .runOptions();
    assertThat(options.method()).isEqualTo(Method.SUPERVISED);
    assertThat(options.seed()).isEqualTo(7);
    assertThat(options.graph().neighbors()).isEqualTo(5);
    assertThat(options.graph().metric()).isEqualTo(Metric.COSINE);
    assertThat(options.graph().kernel()).isEqualTo(Kernel.COSINE);
    assertThat(options.partition().blockSize()).isEqualTo(20);
    assertThat(options.batch().batchSize()).isEqualTo(200);
    assertThat(options.objective().graphWeight()).isEqualTo(0.3);
    assertThat(options.objective().entropyWeight()).isEqualTo(0.01);
    assertThat(options.objective().penalty()).isEqualTo(1e-4);
    assertThat(options.network().hidden()).containsExactly(30, 20);
    assertThat(options.optimizer().rule()).isEqualTo(Rule.ADAGRAD);
    assertThat(options.training().epochs()).isEqualTo(3);
    assertThat(options.training().workers().count()).isEqualTo(4);
    assertThat(options.split().validation()).isEqualTo(0.25);
  }

  @Test
  void theRecipeIsWhatSettingsChange() {
    KithClassifier paper = new KithClassifier().setRecipe("paper").setGraphWeight(0.02);
    assertThat(paper.runOptions())
        .isEqualTo(
            RunOptions.paper()
                .withSplit(SplitOptions.defaults().withTest(0))
                .withObjective(RunOptions.paper().objective().withGraphWeight(0.02)));
    assertThat(paper.getBatchSize()).isEqualTo(1024);
    assertThat(paper.getOptimizer()).isEqualTo("adagrad");
    assertThat(paper.getHiddenLayers()).containsExactly(2000, 2000, 2000, 2000);
  }

  @Test
  void optionsThatHaveNoSettingAreGivenAsJson() {
    KithClassifier classifier =
        new KithClassifier()
            .setOptions("{\"graph\": {\"effort\": \"thorough\", \"neighbors\": 4}}")
            .setNeighbors(6);
    assertThat(classifier.runOptions().graph().effort()).hasToString("thorough");
    assertThat(classifier.getNeighbors()).isEqualTo(6);
  }

  @Test
  void copiesKeepTheNameAndTakeChanges() {
    KithClassifier classifier = new KithClassifier("moons").setEpochs(4).setFeaturesCol("f");
    KithClassifier copy = classifier.copy(new ParamMap().put(classifier.neighbors().w(3)));
    assertThat(copy.uid()).isEqualTo("moons");
    assertThat(copy.getFeaturesCol()).isEqualTo("f");
    assertThat(copy.getEpochs()).isEqualTo(4);
    assertThat(copy.getNeighbors()).isEqualTo(3);
    assertThat(classifier.getNeighbors()).isEqualTo(10);
  }

  @Test
  void settingsAreStoredAndRead(@TempDir Path folder) throws IOException {
    KithClassifier classifier =
        new KithClassifier()
            .setSigma(0.5)
            .setHiddenLayers(new int[] {8})
            .setSeed(99)
            .setMethod("graph")
            .setLabelCol("class");
    classifier.save(folder.resolve("settings").toString());
    KithClassifier read = KithClassifier.load(folder.resolve("settings").toString());
    assertThat(read.uid()).isEqualTo(classifier.uid());
    assertThat(read.runOptions()).isEqualTo(classifier.runOptions());
    assertThat(read.getLabelCol()).isEqualTo("class");
  }

  @Test
  void valuesOutOfRangeAreRefusedAtOnce() {
    KithClassifier classifier = new KithClassifier();
    assertThatThrownBy(() -> classifier.setNeighbors(0)).hasMessageContaining("neighbors");
    assertThatThrownBy(() -> classifier.setDropout(1)).hasMessageContaining("dropout");
    assertThatThrownBy(() -> classifier.setMetric("taxicab")).hasMessageContaining("metric");
    assertThatThrownBy(() -> classifier.setMethod("graph-random")).hasMessageContaining("method");
    assertThatThrownBy(() -> classifier.setWorkers(0)).hasMessageContaining("workers");
    assertThatThrownBy(() -> classifier.setLearningRate(Double.NaN))
        .hasMessageContaining("learningRate");
  }

  @Test
  void settingsThatDoNotSuitEachOtherAreSaid() {
    KithClassifier mixed = new KithClassifier("mixed").setKernel("cosine");
    assertThatThrownBy(mixed::runOptions)
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the settings of mixed")
        .hasMessageContaining("metric must be cosine for the kernel cosine");
    assertThatThrownBy(() -> new KithClassifier("x").setOptions("{\"grapf\": 1}").runOptions())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the setting options of x: unknown key 'grapf'");
    assertThatThrownBy(() -> new KithClassifier("x").setOptions("{").runOptions())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("the setting options of x is not JSON");
    assertThatThrownBy(
            () -> new KithClassifier().setOptions("{\"graph\":{\"file\":\"g.npz\"}}").runOptions())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("leave graph.file out of options");
    assertThatThrownBy(() -> new KithClassifier().setHiddenLayers(new int[] {0}).runOptions())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("hidden widths must be >= 1");
  }
}
