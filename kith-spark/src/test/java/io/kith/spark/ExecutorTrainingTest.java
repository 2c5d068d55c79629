package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything on the executors, beside everything on the driver. */
class ExecutorTrainingTest {
  private static SparkSession spark;
  private static Dataset<Row> rows;

  @TempDir Path folder;

  @BeforeAll
  static void begin() {
    spark = LocalSpark.session();
    rows = Moons.rows(spark, 300, 6);
  }

  @Test
  void twoWorkersOnExecutorsAreTwoThreadsOnTheDriver() throws IOException {
    for (String method : List.of("graph", "auto")) {
      KithClassifier classifier =
          Moons.classifier()
              .setMethod(method)
              .setEpochs(4)
              .setValidationFraction(0.2)
              .setWorkers(2)
              .setWorkDir(folder.toUri().toString());
      List<Row> executors = probabilities(classifier);
      List<Row> driver = probabilities(classifier.setTrainOn("driver"));
      for (int i = 0; i < driver.size(); i++) {
        assertThat(executors.get(i).<Vector>getAs(0).toArray())
            .containsExactly(driver.get(i).<Vector>getAs(0).toArray(), within(1e-5));
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void checkpointsGoWhereTheyAreWantedAndAreGoneAfterwards() throws IOException {
    Moons.classifier().setEpochs(2).setCheckpointDir(folder.toUri().toString()).fit(rows);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void whatIsNotDistributedIsSaidBeforeAnyWork() {
    refused(
        new KithClassifier().setOptions("{\"method\": \"self-training\"}"),
        "set trainOn to driver");
    refused(
        Moons.classifier().setOptions("{\"partition\": {\"balanceLabels\": true}}"),
        "balanceLabels");
    refused(
        Moons.classifier().setOptions("{\"batch\": {\"companions\": \"blocks\"}}"),
        "companions batch or none");
    refused(
        Moons.classifier().setOptions("{\"batch\": {\"synthesis\": \"diverse\"}}"),
        "choose random");
    refused(
        Moons.classifier().setBatchSize(64).setBlockSize(65),
        "a block of 65 rows does not fit a batch of 64");
    refused(
        Moons.classifier().setWorkers(3),
        "3 workers train at the same time, but Spark has 2 slots");
  }

  private static List<Row> probabilities(KithClassifier classifier) {
    return classifier.fit(rows).transform(rows).select("probability").collectAsList();
  }

  private static void refused(KithClassifier classifier, String reason) {
    assertThatThrownBy(() -> classifier.fit(rows))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(reason);
  }
}
