package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import io.kith.base.Parallel;
import io.kith.base.Seed;
import io.kith.data.Standardizer;
import io.kith.engine.FloatMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

class RowStatisticsTest {
  private static final int ROWS = 1000;
  private static final int COLUMNS = 7;

  @Test
  void areThoseOfRowsInMemory() {
    SplittableRandom random = new Seed(5).random();
    float[][] values = new float[ROWS][COLUMNS];
    for (float[] row : values) {
      for (int j = 0; j < COLUMNS; j++) {
        row[j] = j == 3 ? 2.5f : (float) (1000 * j + (j + 1) * random.nextDouble());
      }
    }
    try (FloatMatrix matrix = FloatMatrix.of(values);
        Parallel one = new Parallel(1)) {
      Standardizer expected = Standardizer.fit(matrix, IntStream.range(0, ROWS).toArray(), one);
      for (int partitions : new int[] {1, 3, 10}) {
        Standardizer found = new RowStatistics(chunks(values, partitions), COLUMNS).standardizer();
        assertThat(found.mean()).containsExactly(expected.mean(), within(1e-9));
        assertThat(found.scale()).containsExactly(expected.scale(), within(1e-9));
        assertThat(found.constant()).isEqualTo(expected.constant());
        assertThat(found.fill()).containsExactly(expected.fill(), within(1e-6f));
      }
    }
  }

  @Test
  void featuresThatNeverChangeTellNothing() {
    JavaRDD<RowChunk> rows = chunks(new float[][] {{1, 2}, {1, 2}}, 1);
    assertThatThrownBy(() -> new RowStatistics(rows, 2).standardizer())
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("all 2 features are the same in every training row");
  }

  private static JavaRDD<RowChunk> chunks(float[][] values, int partitions) {
    List<RowChunk> chunks = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      chunks.add(new RowChunk(new int[] {i}, new int[] {-1}, values[i].length, values[i]));
    }
    return JavaSparkContext.fromSparkContext(LocalSpark.session().sparkContext())
        .parallelize(chunks, partitions);
  }
}
