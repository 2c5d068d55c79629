package io.kith.spark;

import static io.kith.spark.KithClassifierTest.probabilities;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.engine.FloatMatrix;
import io.kith.learner.Model;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KithClassificationModelTest {
  private static SparkSession spark;
  private static Dataset<Row> rows;
  private static KithClassificationModel model;

  @TempDir Path folder;

  @BeforeAll
  static void learn() {
    spark = LocalSpark.session();
    rows = Moons.rows(spark, 300, 4);
    model = Moons.classifier().setEpochs(5).fit(rows);
  }

  @Test
  void manyRowsAtOnceAreEachRowAlone() {
    for (Row row : model.transform(rows).limit(20).collectAsList()) {
      Vector features = row.getAs("features");
      assertThat(row.<Vector>getAs("rawPrediction").toArray())
          .containsExactly(model.predictRaw(features).toArray(), within(1e-5));
      assertThat(row.<Vector>getAs("probability").toArray())
          .containsExactly(model.predictProbability(features).toArray(), within(1e-5));
      assertThat(row.<Double>getAs("prediction")).isEqualTo(model.predict(features));
      assertThat(Arrays.stream(row.<Vector>getAs("probability").toArray()).sum())
          .isEqualTo(1, within(1e-12));
    }
  }

  @Test
  void sparseVectorsAreRowsToo() {
    double[] dense = model.predictRaw(Vectors.dense(0, 0.75)).toArray();
    double[] sparse =
        model.predictRaw(Vectors.sparse(2, new int[] {1}, new double[] {0.75})).toArray();
    assertThat(sparse).containsExactly(dense);
  }

  @Test
  void columnsWithoutANameAreLeftOut() {
    KithClassificationModel only =
        model.copy(new ParamMap()).setRawPredictionCol("").setProbabilityCol("p");
    only.setPredictionCol("");
    assertThat(only.transform(rows.select("features")).columns()).containsExactly("features", "p");
  }

  @Test
  void namesOfFeaturesAndClassesComeAlong() {
    Dataset<Row> predicted = model.transform(rows);
    assertThat(AttributeGroup.fromStructField(predicted.schema().apply("features")).toString())
        .contains("\"x\"", "\"y\"");
    assertThat(AttributeGroup.fromStructField(predicted.schema().apply("probability")).size())
        .isEqualTo(2);
    assertThat(predicted.schema().apply("prediction").metadata().json()).contains("\"num_vals\":2");
  }

  @Test
  void thresholdsFavourClasses() {
    KithClassificationModel biased =
        model.copy(new ParamMap()).setThresholds(new double[] {1e9, 1e-9});
    assertThat(biased.transform(rows).filter("prediction = 1").count()).isEqualTo(300);
    KithClassificationModel three =
        model.copy(new ParamMap().put(model.thresholds().w(new double[] {1, 1, 1})));
    assertThatThrownBy(() -> three.transform(rows))
        .isInstanceOf(BadInputException.class)
        .hasMessage("thresholds must be 2, one for each class, but were 3.");
  }

  @Test
  void copiesHaveTheirOwnSettingsAndTheSameName() {
    KithClassificationModel copy =
        model.copy(new ParamMap().put(model.predictionCol().w("kind of moon")));
    assertThat(copy.uid()).isEqualTo(model.uid());
    assertThat(copy.getPredictionCol()).isEqualTo("kind of moon");
    assertThat(model.getPredictionCol()).isEqualTo("prediction");
    assertThat(copy.parent()).isSameAs(model.parent());
  }

  @Test
  void isSentToAnotherProcessWhole() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(model);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      KithClassificationModel arrived = (KithClassificationModel) in.readObject();
      Vector row = Vectors.dense(0.3, 0.2);
      assertThat(arrived.predictRaw(row).toArray())
          .containsExactly(model.predictRaw(row).toArray());
    }
  }

  @Test
  void aStoredModelIsReadBySparkAndByKith() throws IOException {
    String stored = folder.resolve("stored").toString();
    model.copy(new ParamMap()).setProbabilityCol("chances").save(stored);

    KithClassificationModel read = KithClassificationModel.load(stored);
    assertThat(read.uid()).isEqualTo(model.uid());
    assertThat(read.getProbabilityCol()).isEqualTo("chances");
    assertThat(read.classNames()).containsExactly("0", "1");
    Dataset<Row> predicted = read.transform(rows).withColumnRenamed("chances", "probability");
    assertThat(probabilities(predicted)).isDeepEqualTo(probabilities(model.transform(rows)));

    try (Model plain = Model.load(Path.of(stored));
        Parallel one = new Parallel(1);
        FloatMatrix point = FloatMatrix.of(new float[][] {{0.3f, 0.2f}});
        FloatMatrix p = plain.probabilities(point, one)) {
      assertThat((double) p.get(0, 1))
          .isEqualTo(model.predictProbability(Vectors.dense(0.3f, 0.2f)).apply(1), within(1e-6));
    }
    assertThat(Path.of(stored, "model.onnx")).exists();
  }

  @Test
  void anOrdinaryModelFolderIsReadBySpark() {
    Path plain = folder.resolve("plain");
    model.model().save(plain);
    KithClassificationModel read = KithClassificationModel.load(plain.toString());
    assertThat(probabilities(read.transform(rows)))
        .isDeepEqualTo(probabilities(model.transform(rows)));
  }

  @Test
  void pipelinesAreStoredWithTheirClassifier() throws IOException {
    Pipeline pipeline =
        new Pipeline()
            .setStages(new PipelineStage[] {Moons.assembler(), Moons.classifier().setEpochs(2)});
    String untrained = folder.resolve("pipeline").toString();
    pipeline.save(untrained);
    Dataset<Row> table = Moons.table(spark, 200, 4);
    PipelineModel trained = Pipeline.load(untrained).fit(table);
    String stored = folder.resolve("trained").toString();
    trained.save(stored);
    assertThat(probabilities(PipelineModel.load(stored).transform(table)))
        .isDeepEqualTo(probabilities(pipeline.fit(table).transform(table)));
  }

  @Test
  void aFolderThatIsThereIsKeptUnlessOverwritten() throws IOException {
    String stored = folder.resolve("once").toString();
    model.save(stored);
    assertThatThrownBy(() -> model.save(stored))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(stored + " already exists")
        .hasMessageContaining("overwrite()");
    model.write().overwrite().save(stored);
    assertThat(KithClassificationModel.load(stored).numFeatures()).isEqualTo(2);
  }

  @Test
  void whatIsNoModelFolderIsSaid() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> KithClassificationModel.load(empty.toString()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("empty is not a model folder (it has no model.json)");
  }

  @Test
  void rowsOfAnotherWidthAreRefused() {
    Dataset<Row> three =
        new org.apache.spark.ml.feature.VectorAssembler()
            .setInputCols(new String[] {"x", "y", "truth"})
            .setOutputCol("features")
            .transform(rows.drop("features"));
    assertThatThrownBy(() -> model.transform(three).collectAsList())
        .hasStackTraceContaining(
            "column 'features' has a vector of 3 values, but the model was trained with 2");
    assertThatThrownBy(() -> model.transform(rows.drop("features")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("features");
    assertThatThrownBy(() -> model.transform(model.transform(rows)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("already exists");
  }

  @Test
  void isSentToExecutorsOnce() {
    PackedModel packed = new PackedModel(Model.load(saved()));
    assertThat(packed.broadcast(spark.sparkContext()))
        .isSameAs(packed.broadcast(spark.sparkContext()));
    assertThat(List.of(packed.model(), packed.model()))
        .allSatisfy(m -> assertThat(m).isSameAs(packed.model()));
  }

  private Path saved() {
    Path place = folder.resolve("saved");
    model.model().save(place);
    return place;
  }
}
