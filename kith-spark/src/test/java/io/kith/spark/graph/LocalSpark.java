package io.kith.spark.graph;

import io.kith.base.Seed;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.spark.RowChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** Spark within the test, and rows for it. */
final class LocalSpark implements AutoCloseable {
  final JavaSparkContext context;

  /** As many tasks at a time. */
  LocalSpark(int cores) {
    context =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[" + cores + "]")
                .setAppName("kith")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "localhost"));
  }

  /** Rows spread over partitions in an order of their own, some chunks small, one empty. */
  JavaRDD<RowChunk> rows(FloatMatrix features, int partitions) {
    int[] order = new Seed(partitions).permutation(features.rows());
    List<RowChunk> chunks = new ArrayList<>();
    for (int from = 0, size = 1; from < order.length; from += size, size = size * 3 % 1009) {
      chunks.add(
          chunk(features, Arrays.copyOfRange(order, from, Math.min(order.length, from + size))));
    }
    chunks.add(chunk(features, new int[0]));
    return context.parallelize(chunks, partitions).cache();
  }

  private static RowChunk chunk(FloatMatrix features, int[] ids) {
    int columns = features.columns();
    float[] values = new float[ids.length * columns];
    float[] row = new float[columns];
    for (int i = 0; i < ids.length; i++) {
      features.copyRow(ids[i], row);
      System.arraycopy(row, 0, values, i * columns, columns);
    }
    int[] labels = new int[ids.length];
    Arrays.fill(labels, Labels.UNLABELED);
    return new RowChunk(ids, labels, columns, values);
  }

  /** Rows around some centres. */
  static FloatMatrix clustered(int rows, int columns, int centers, long seed) {
    SplittableRandom random = new Seed(seed).random();
    float[][] at = new float[centers][columns];
    for (float[] center : at) {
      for (int j = 0; j < columns; j++) {
        center[j] = (float) (4 * random.nextGaussian());
      }
    }
    FloatMatrix matrix = FloatMatrix.allocate(rows, columns);
    float[] row = new float[columns];
    for (int i = 0; i < rows; i++) {
      float[] center = at[random.nextInt(centers)];
      for (int j = 0; j < columns; j++) {
        row[j] = center[j] + (float) random.nextGaussian();
      }
      matrix.setRow(i, row);
    }
    return matrix;
  }

  @Override
  public void close() {
    context.close();
  }
}
