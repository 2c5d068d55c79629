package io.kith.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.apache.spark.serializer.JavaSerializer;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.Serializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Users choose Spark's serializer: what travels has to travel by either. */
class ChunkTest {
  private static final RowChunk ROWS =
      new RowChunk(new int[] {7, 9}, new int[] {1, -1}, 2, new float[] {1, 2, 3, 4});
  private static final GraphChunk EDGES =
      new GraphChunk(
          new int[] {7, 9}, new int[] {0, 1, 3}, new int[] {9, 3, 7}, new float[] {1, 2, 1});

  @Test
  void chunksTravelByJavaSerialization() {
    assertTravel(new JavaSerializer(new SparkConf()));
  }

  @Test
  void chunksTravelByKryo() {
    assertTravel(new KryoSerializer(new SparkConf()));
  }

  private static void assertTravel(Serializer serializer) {
    assertThat(travelled(serializer.newInstance(), ROWS, RowChunk.class))
        .usingRecursiveComparison()
        .isEqualTo(ROWS);
    assertThat(travelled(serializer.newInstance(), EDGES, GraphChunk.class))
        .usingRecursiveComparison()
        .isEqualTo(EDGES);
  }

  private static <T> T travelled(SerializerInstance serializer, T chunk, Class<T> type) {
    ClassTag<T> tag = ClassTag$.MODULE$.apply(type);
    return serializer.deserialize(serializer.serialize(chunk, tag), tag);
  }
}
