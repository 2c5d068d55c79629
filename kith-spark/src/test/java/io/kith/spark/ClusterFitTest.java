package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The estimator on a real cluster: every stage in executors that are processes. */
@Tag("slow")
@Timeout(180)
class ClusterFitTest {
  @TempDir Path folder;

  @Test
  void executorsFitWhatTheDriverDoes() throws Exception {
    try (StandaloneCluster cluster = new StandaloneCluster(folder, 2);
        SparkSession spark = SparkSession.builder().config(cluster.conf()).getOrCreate()) {
      Dataset<Row> rows = Moons.rows(spark, 300, 6);
      KithClassifier classifier =
          Moons.classifier().setEpochs(4).setValidationFraction(0.2).setWorkers(2);
      assertThatThrownBy(() -> classifier.fit(rows))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("set workDir to one that driver and executors can reach");
      List<Row> executors =
          probabilities(classifier.setWorkDir(folder.resolve("work").toUri().toString()), rows);
      List<Row> driver = probabilities(classifier.setTrainOn("driver"), rows);
      for (int i = 0; i < driver.size(); i++) {
        assertThat(executors.get(i).<Vector>getAs(0).toArray())
            .containsExactly(driver.get(i).<Vector>getAs(0).toArray(), within(1e-5));
      }
    }
  }

  private static List<Row> probabilities(KithClassifier classifier, Dataset<Row> rows) {
    return classifier.fit(rows).transform(rows).select("probability").collectAsList();
  }
}
