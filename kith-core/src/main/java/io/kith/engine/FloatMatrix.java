package io.kith.engine;

import io.kith.base.BadInputException;
import io.kith.base.Fingerprint;
import io.kith.base.Parallel;
import java.nio.file.Path;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.indexer.FloatIndexer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A row-major matrix of floats outside the Java heap: in native memory, or in a file that the
 * operating system maps in as it is read.
 *
 * <p>Threads may read it together; writers must not touch the same row. Memory is freed by {@link
 * #close}, or after the matrix has become unreachable. Views made by {@link #slice} keep the memory
 * alive.
 */
public final class FloatMatrix implements AutoCloseable {
  private static final int ROWS_PER_TASK = 512;

  private final Tensor tensor;
  private final FloatIndexer values;
  private final int rows;
  private final int columns;

  private FloatMatrix(Tensor tensor, int rows, int columns) {
    this.tensor = tensor.retainReference();
    this.values = tensor.createIndexer();
    this.rows = rows;
    this.columns = columns;
  }

  /** A matrix of zeros. */
  public static FloatMatrix allocate(int rows, int columns) {
    requireShape(rows, columns);
    try (PointerScope scope = Engine.scope()) {
      return new FloatMatrix(torch.zeros(rows, columns), rows, columns);
    }
  }

  public static FloatMatrix of(float[][] rows) {
    FloatMatrix matrix = allocate(rows.length, rows.length == 0 ? 0 : rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      matrix.setRow(i, rows[i]);
    }
    return matrix;
  }

  /** Wraps a two-dimensional float tensor in main memory; shares its storage. */
  public static FloatMatrix of(Tensor tensor) {
    try (PointerScope scope = Engine.scope()) {
      return new FloatMatrix(
          tensor.contiguous(), Math.toIntExact(tensor.size(0)), Math.toIntExact(tensor.size(1)));
    }
  }

  /**
   * Maps raw little-endian floats of a file without reading them.
   *
   * @param floatsBefore how many floats' worth of bytes precede the first value
   */
  public static FloatMatrix map(Path file, long floatsBefore, int rows, int columns) {
    requireShape(rows, columns);
    try (PointerScope scope = Engine.scope()) {
      long end = floatsBefore + (long) rows * columns;
      Tensor whole =
          torch.from_file(
              file.toString(),
              new BoolOptional(false),
              new LongOptional(end),
              new TensorOptions(ScalarType.Float));
      Tensor body = whole.narrow(0, floatsBefore, end - floatsBefore).view(rows, columns);
      return new FloatMatrix(body, rows, columns);
    } catch (RuntimeException e) {
      throw new BadInputException("cannot map " + file + " into memory: is it still there?", e);
    }
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public float get(int row, int column) {
    return values.get(row, column);
  }

  public void set(int row, int column, float value) {
    values.put(row, column, value);
  }

  /** Copies a row into the front of an array. */
  public void copyRow(int row, float[] into) {
    values.get(row, into, 0, columns);
  }

  public void setRow(int row, float[] from) {
    setRow(row, from, 0);
  }

  /** Sets a row to the values from a place of an array on. */
  public void setRow(int row, float[] from, int begin) {
    if (from.length - begin < columns) {
      throw new IllegalArgumentException(
          "a row must have " + columns + " values, but had " + (from.length - begin));
    }
    values.put(row, from, begin, columns);
  }

  /** Rows {@code from} to {@code to - 1}, sharing this matrix's memory. */
  public FloatMatrix slice(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IllegalArgumentException(
          "rows must be within 0.." + rows + ", but were " + from + ".." + to);
    }
    try (PointerScope scope = Engine.scope()) {
      return new FloatMatrix(tensor.narrow(0, from, to - from), to - from, columns);
    }
  }

  /** A copy of the named rows, in that order. */
  public FloatMatrix gather(int[] chosen, Parallel parallel) {
    FloatMatrix copy = allocate(chosen.length, columns);
    gatherInto(chosen, copy, parallel);
    return copy;
  }

  /** Copies the named rows, in that order, to the front of another matrix. */
  public void gatherInto(int[] chosen, FloatMatrix into, Parallel parallel) {
    int tasks = (chosen.length + ROWS_PER_TASK - 1) / ROWS_PER_TASK;
    parallel.run(
        tasks,
        task -> {
          float[] row = new float[columns];
          int end = Math.min(chosen.length, (task + 1) * ROWS_PER_TASK);
          for (int i = task * ROWS_PER_TASK; i < end; i++) {
            copyRow(chosen[i], row);
            into.setRow(i, row);
          }
        });
  }

  /** Copies all values into a matrix of the same shape. */
  public void copyInto(FloatMatrix other) {
    try (PointerScope scope = Engine.scope()) {
      other.tensor.copy_(tensor);
    }
  }

  /** Adds shape and values to a fingerprint. */
  public void fingerprint(Fingerprint fingerprint) {
    fingerprint.add(rows).add(columns);
    float[] row = new float[columns];
    for (int i = 0; i < rows; i++) {
      copyRow(i, row);
      fingerprint.add(row);
    }
  }

  /** The engine's view of this matrix; valid as long as the matrix is. */
  public Tensor tensor() {
    return tensor;
  }

  @Override
  public void close() {
    tensor.releaseReference();
  }

  private static void requireShape(int rows, int columns) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "a matrix must have a shape >= 0, but was " + rows + " x " + columns);
    }
  }
}
