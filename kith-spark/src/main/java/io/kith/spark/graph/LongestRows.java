package io.kith.spark.graph;

import io.kith.spark.RowChunk;
import java.io.Serializable;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;

/** The rows of the largest norm, which by inner product are near to most. */
final class LongestRows {
  private LongestRows() {}

  /** The numbers of the {@code count} longest rows, ascending; of equals those of lower number. */
  static int[] ids(JavaRDD<RowChunk> rows, int count) {
    return rows
        .flatMap(
            chunk -> IntStream.range(0, chunk.size()).mapToObj(i -> Norm.of(chunk, i)).iterator())
        .top(count, new ByLength())
        .stream()
        .mapToInt(Norm::id)
        .sorted()
        .toArray();
  }

  private record Norm(double squares, int id) implements Serializable {
    static Norm of(RowChunk chunk, int i) {
      double squares = 0;
      for (int j = i * chunk.columns(); j < (i + 1) * chunk.columns(); j++) {
        squares += (double) chunk.features()[j] * chunk.features()[j];
      }
      return new Norm(squares, chunk.ids()[i]);
    }
  }

  private static final class ByLength implements Comparator<Norm>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public int compare(Norm a, Norm b) {
      int byLength = Double.compare(a.squares, b.squares);
      return byLength != 0 ? byLength : Integer.compare(b.id, a.id);
    }
  }
}
