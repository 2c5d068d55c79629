package io.kith.graph;

import io.kith.engine.Engine;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Compares all rows of one tile with all rows of another and offers them to each other.
 *
 * <p>One matrix product gives h_j − y_i·y_j for all pairs; adding h_i makes the score of the pair,
 * which is the same seen from either end. Then one pass over the scores picks those that improve a
 * list, which are few.
 *
 * <p>For one thread at a time; lives in the scope in which it was made.
 */
final class TilePairs {
  private static final Scalar ONE = new Scalar(1f).retainReference();
  private static final Scalar MINUS_ONE = new Scalar(-1f).retainReference();

  /** Rows that meet as a whole; the product of smaller parts would cost more than it saves. */
  private static final int WHOLE = 256;

  private final float[] scores;
  private final float[] worst;
  private final float[] gaps;
  private final Tensor buffer;
  private final FloatPointer product;

  private TilePairs(int pairs, int columns) {
    this.scores = new float[Math.max(columns, WHOLE)];
    this.worst = new float[scores.length];
    this.gaps = new float[scores.length];
    this.buffer = torch.empty(pairs);
    this.product = new FloatPointer(buffer.data_ptr_float());
  }

  /** Room for a tile of {@code rows} rows against one of {@code columns}. */
  static TilePairs between(int rows, int columns) {
    return new TilePairs(Math.max(Math.multiplyExact(rows, columns), WHOLE * WHOLE), columns);
  }

  /** Room for a tile of so many rows to meet within itself. */
  static TilePairs within(int rows) {
    return between(rows / 2, rows - rows / 2);
  }

  /** Offers the rows of two tiles to each other. */
  void meet(RowTile a, RowTile b, NearestLists lists) {
    product(a, b);
    readWorst(b, lists);
    for (int i = 0; i < a.size(); i++) {
      meetRow(i, 0, a, b, lists);
    }
  }

  /**
   * Offers the rows of one tile to each other: half against half, then each half within itself, so
   * that few pairs are computed twice.
   */
  void meet(RowTile a, NearestLists lists) {
    if (a.size() <= WHOLE) {
      product(a, a);
      readWorst(a, lists);
      for (int i = 0; i < a.size(); i++) {
        meetRow(i, i + 1, a, a, lists);
      }
    } else {
      RowTile left = a.part(0, a.size() / 2);
      RowTile right = a.part(a.size() / 2, a.size());
      meet(left, right, lists);
      meet(left, lists);
      meet(right, lists);
    }
  }

  /** Offers the rows of {@code b} to those of {@code a}, whose ids number the lists. */
  void query(RowTile a, RowTile b, NearestLists lists) {
    product(a, b);
    int width = b.size();
    for (int i = 0; i < a.size(); i++) {
      readScores(i, width);
      int id = a.id(i);
      float half = a.half(i);
      float worstOfRow = lists.worst(id);
      for (int j = next(scores, 0, width, half, worstOfRow);
          j < width;
          j = next(scores, j + 1, width, half, worstOfRow)) {
        worstOfRow = lists.offer(id, scores[j] + half, b.id(j));
      }
    }
  }

  /** A pair is offered if it improves either list; few do. */
  private void meetRow(int i, int from, RowTile a, RowTile b, NearestLists lists) {
    int width = b.size();
    int id = a.id(i);
    readScores(i, width);
    float half = a.half(i);
    float worstOfRow = lists.worst(id);
    measureGaps(from, width, half, worstOfRow);
    for (int j = next(gaps, from, width, 0, 0); j < width; j = next(gaps, j + 1, width, 0, 0)) {
      float score = scores[j] + half;
      int other = b.id(j);
      if ((score <= worstOfRow || score <= worst[j]) && other != id) {
        worstOfRow = lists.offer(id, score, other);
        worst[j] = lists.offer(other, score, id);
      }
    }
  }

  /**
   * By how much each score misses both lists; at most 0 where it improves one. A loop without a
   * branch, which the compiler turns into vector instructions.
   */
  private void measureGaps(int from, int width, float half, float worstOfRow) {
    for (int j = from; j < width; j++) {
      gaps[j] = scores[j] + half - Math.max(worstOfRow, worst[j]);
    }
  }

  /** The first place from {@code from} on where a value plus {@code half} is within the limit. */
  private static int next(float[] values, int from, int width, float half, float limit) {
    for (int j = from; j < width; j++) {
      if (values[j] + half <= limit) {
        return j;
      }
    }
    return width;
  }

  private void readWorst(RowTile b, NearestLists lists) {
    for (int j = 0; j < b.size(); j++) {
      worst[j] = lists.worst(b.id(j));
    }
  }

  private void product(RowTile a, RowTile b) {
    int pairs = a.size() * b.size();
    try (PointerScope scope = Engine.scope()) {
      Tensor out = buffer.narrow(0, 0, pairs).view(a.size(), b.size());
      torch.addmm_out(out, b.halfNorms(), a.rows(), b.rows().t(), ONE, MINUS_ONE);
    }
  }

  /** Copies one row of the product into the heap, where the compiler makes the most of it. */
  private void readScores(int i, int width) {
    product.position((long) i * width).get(scores, 0, width);
  }
}
