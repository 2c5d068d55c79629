package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kith.Kith;
import io.kith.RunContext;
import io.kith.RunOptions;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.data.Schema;
import io.kith.data.Split;
import io.kith.data.Table;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.IndexToString;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.StringIndexerModel;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KithClassifierTest {
  private static SparkSession spark;

  @BeforeAll
  static void begin() {
    spark = LocalSpark.session();
  }

  @Test
  void learnsMoonsFromAFewLabels() {
    Dataset<Row> rows = Moons.rows(spark, 600, 12);
    assertThat(rows.filter("label is not null").count()).isEqualTo(50);
    Dataset<Row> predicted = Moons.classifier().fit(rows).transform(rows);
    assertThat(predicted.columns())
        .containsExactly(
            "x",
            "y",
            "label",
            "truth",
            "kind",
            "features",
            "rawPrediction",
            "probability",
            "prediction");
    assertThat(accuracy(predicted, "truth")).isGreaterThan(0.95);
  }

  @Test
  void stringsAreLabelsInAPipeline() {
    Dataset<Row> table = Moons.table(spark, 600, 12);
    StringIndexerModel index =
        new StringIndexer()
            .setInputCol("kind")
            .setOutputCol("index")
            .setHandleInvalid("keep")
            .fit(table);
    Pipeline pipeline =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  index,
                  Moons.assembler(),
                  Moons.classifier().setLabelCol("index"),
                  new IndexToString()
                      .setInputCol("prediction")
                      .setOutputCol("predictedKind")
                      .setLabels(index.labelsArray()[0])
                });
    PipelineModel model = pipeline.fit(table);
    List<Row> rows = model.transform(table).select("truth", "predictedKind").collectAsList();
    long right =
        rows.stream()
            .filter(row -> Moons.NAMES[(int) row.getDouble(0)].equals(row.getString(1)))
            .count();
    assertThat(right / 600.0).isGreaterThan(0.95);
    KithClassificationModel learned = (KithClassificationModel) model.stages()[2];
    assertThat(learned.classNames()).containsExactlyInAnyOrder(Moons.NAMES);
    assertThat(learned.model().schema().featureNames()).containsExactly("x", "y");
  }

  @Test
  void fitIsTheRunOfOneMachine() {
    Dataset<Row> rows = Moons.rows(spark, 300, 6);
    KithClassifier classifier = Moons.classifier().setEpochs(5).setValidationFraction(0.2);
    List<Row> list = rows.collectAsList();
    Split split =
        Split.of(labels(list), classifier.runOptions().split(), new Seed(classifier.getSeed()));
    assertThat(split.validation()).isNotEmpty();
    assertEqual(
        probabilities(classifier.fit(rows).transform(rows)),
        runOnOneMachine(list, classifier.runOptions(), split));
  }

  private static void assertEqual(double[][] fitted, double[][] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(fitted[i]).containsExactly(expected[i], within(1e-5));
    }
  }

  private static Labels labels(List<Row> rows) {
    int[] classes =
        rows.stream()
            .mapToInt(row -> row.isNullAt(2) ? Labels.UNLABELED : (int) row.getDouble(2))
            .toArray();
    return new Labels(classes, List.of("0", "1"));
  }

  private static double[][] runOnOneMachine(List<Row> rows, RunOptions options, Split split) {
    int n = rows.size();
    float[][] values = new float[n][];
    for (int i = 0; i < n; i++) {
      Row row = rows.get(i);
      values[i] = new float[] {(float) row.getDouble(0), (float) row.getDouble(1)};
    }
    try (Parallel parallel = new Parallel(1);
        FloatMatrix features = FloatMatrix.of(values)) {
      io.kith.data.Dataset dataset =
          io.kith.data.Dataset.of(features, List.of("x", "y"), labels(rows));
      Table table = new Table(dataset, Schema.numeric(dataset.featureNames()), Map.of());
      try (Model model = Kith.run(table, split, options, RunContext.silent(parallel)).model();
          FloatMatrix p = model.probabilities(features, parallel)) {
        double[][] probabilities = new double[n][];
        for (int i = 0; i < n; i++) {
          probabilities[i] = new double[] {p.get(i, 0), p.get(i, 1)};
        }
        return probabilities;
      }
    }
  }

  @Test
  void howRowsAreCutIntoPartitionsDoesNotMatter() {
    Dataset<Row> rows = Moons.rows(spark, 300, 6);
    assertThat(rows.rdd().getNumPartitions()).isEqualTo(2);
    KithClassifier classifier = Moons.classifier().setEpochs(3);
    double[][] two = probabilities(classifier.fit(rows).transform(rows));
    double[][] one = probabilities(classifier.fit(rows.coalesce(1)).transform(rows));
    assertEqual(two, one);
  }

  @Test
  void aSecondFitIsLikeTheFirst() {
    Dataset<Row> rows = Moons.rows(spark, 200, 4);
    KithClassifier classifier = Moons.classifier().setEpochs(2);
    assertThat(probabilities(classifier.fit(rows).transform(rows)))
        .isDeepEqualTo(probabilities(classifier.fit(rows).transform(rows)));
  }

  @Test
  void nanIsNoLabelJustAsNull() {
    Dataset<Row> rows = Moons.rows(spark, 200, 4);
    Dataset<Row> nan =
        rows.withColumn(
            "label", functions.coalesce(functions.col("label"), functions.lit(Double.NaN)));
    KithClassifier classifier = Moons.classifier().setEpochs(2);
    assertThat(probabilities(classifier.fit(nan).transform(rows)))
        .isDeepEqualTo(probabilities(classifier.fit(rows).transform(rows)));
  }

  @Test
  void theRowsMarkedForValidationDoNotTrain() {
    Dataset<Row> rows = Moons.rows(spark, 200, 4);
    Dataset<Row> marked = rows.withColumn("held", functions.expr("label is not null and x > 0.5"));
    TrainingColumns columns = TrainingColumns.of(marked.schema(), "features", "label", "held");
    try (TrainingSet set = TrainingSet.read(marked, columns, RunOptions.defaults())) {
      long held = marked.filter("held").count();
      assertThat(set.validation().size()).isEqualTo((int) held);
      assertThat(set.size()).isEqualTo(200 - (int) held);
      List<RowChunk> chunks = set.train().collect();
      int[] ids = chunks.stream().flatMapToInt(c -> Arrays.stream(c.ids())).toArray();
      assertThat(ids).isEqualTo(IntStream.range(0, set.size()).toArray());
      List<Row> expected = marked.filter("not held").collectAsList();
      int at = 0;
      for (RowChunk chunk : chunks) {
        for (int i = 0; i < chunk.size(); i++, at++) {
          Row row = expected.get(at);
          assertThat(chunk.features()[2 * i]).isEqualTo((float) row.getDouble(0));
          assertThat(chunk.labels()[i])
              .isEqualTo(row.isNullAt(2) ? Labels.UNLABELED : (int) row.getDouble(2));
        }
      }
    }
    KithClassifier classifier = Moons.classifier().setEpochs(3).setValidationIndicatorCol("held");
    List<Row> list = marked.collectAsList();
    int[] held = places(list, row -> row.getAs("held"));
    int[] others = places(list, row -> !row.<Boolean>getAs("held"));
    assertEqual(
        probabilities(classifier.fit(marked).transform(rows)),
        runOnOneMachine(list, classifier.runOptions(), Split.of(others, held, new int[0])));
  }

  private static int[] places(List<Row> rows, Predicate<Row> wanted) {
    return IntStream.range(0, rows.size()).filter(i -> wanted.test(rows.get(i))).toArray();
  }

  @Test
  void crossValidatorChoosesAmongSettings() {
    Dataset<Row> rows = Moons.rows(spark, 200, 2).filter("label is not null");
    KithClassifier classifier = Moons.classifier();
    ParamMap[] grid =
        new ParamGridBuilder()
            .addGrid(classifier.learningRate(), new double[] {1e-9, 0.02})
            .build();
    CrossValidatorModel chosen =
        new CrossValidator()
            .setEstimator(classifier)
            .setEstimatorParamMaps(grid)
            .setEvaluator(new MulticlassClassificationEvaluator().setMetricName("accuracy"))
            .setNumFolds(2)
            .setSeed(1)
            .fit(rows);
    assertThat(chosen.avgMetrics()[1]).isGreaterThan(chosen.avgMetrics()[0]).isGreaterThan(0.8);
    KithClassifier best = (KithClassifier) chosen.bestModel().parent();
    assertThat(best.getLearningRate()).isEqualTo(0.02);
  }

  static double[][] probabilities(Dataset<Row> predicted) {
    return predicted.select("probability").collectAsList().stream()
        .map(row -> row.<Vector>getAs(0).toArray())
        .toArray(double[][]::new);
  }

  static double accuracy(Dataset<Row> predicted, String truth) {
    return new MulticlassClassificationEvaluator()
        .setMetricName("accuracy")
        .setLabelCol(truth)
        .evaluate(predicted);
  }
}
