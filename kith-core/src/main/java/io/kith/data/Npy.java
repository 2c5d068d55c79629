package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.WholeFiles;
import io.kith.engine.FloatMatrix;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * NumPy's {@code .npy} files: one array each.
 *
 * <p>Read: 32- and 64-bit floats, integers of any width, booleans and texts, little-endian, C or
 * Fortran order. Written: 32-bit floats, 32- and 64-bit integers, texts.
 */
public final class Npy {
  private Npy() {}

  /** A matrix of floats; mapped rather than read where the file allows it. */
  public static FloatMatrix readMatrix(Path file) {
    return read(
        file,
        input -> {
          NpyHeader header = input.header();
          boolean mappable =
              header.type().equals("<f4")
                  && !header.fortranOrder()
                  && header.shape().length == 2
                  && header.count() > 0
                  && header.shape()[0] <= Integer.MAX_VALUE
                  && header.shape()[1] <= Integer.MAX_VALUE
                  && header.bytes() % Float.BYTES == 0;
          if (!mappable) {
            return input.matrix();
          }
          if (Files.size(file) < header.bytes() + Float.BYTES * header.count()) {
            throw new java.io.EOFException("it ends before its last value");
          }
          return FloatMatrix.map(
              file, header.bytes() / Float.BYTES, (int) header.shape()[0], (int) header.shape()[1]);
        });
  }

  public static int[] readInts(Path file) {
    return read(file, NpyInput::ints);
  }

  public static long[] readLongs(Path file) {
    return read(file, NpyInput::longs);
  }

  public static float[] readFloats(Path file) {
    return read(file, NpyInput::floats);
  }

  /** Texts; numbers are written out as texts. */
  public static String[] readStrings(Path file) {
    return read(file, NpyInput::strings);
  }

  public static void write(Path file, FloatMatrix matrix) {
    WholeFiles.write(file, out -> NpyOutput.write(out, matrix));
  }

  /** Hands all rows of a matrix to a sink, some at a time and in order. */
  @FunctionalInterface
  public interface Rows {
    void sendTo(Consumer<FloatMatrix> sink);
  }

  /** Writes a matrix that need not be in memory as a whole. */
  public static void write(Path file, long rows, int columns, Rows source) {
    WholeFiles.write(file, out -> NpyOutput.write(out, rows, columns, source));
  }

  public static void write(Path file, float[] values) {
    WholeFiles.write(file, out -> NpyOutput.write(out, values));
  }

  public static void write(Path file, int[] values) {
    WholeFiles.write(file, out -> NpyOutput.write(out, values));
  }

  public static void write(Path file, long[] values) {
    WholeFiles.write(file, out -> NpyOutput.write(out, values));
  }

  public static void write(Path file, String[] values) {
    WholeFiles.write(file, out -> NpyOutput.write(out, values));
  }

  /** Turns an open array into a value. */
  @FunctionalInterface
  interface Reading<T> {
    T from(NpyInput input) throws IOException;
  }

  static <T> T read(Path file, Reading<T> reading) {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      return reading.from(new NpyInput(in, file.toString()));
    } catch (NoSuchFileException e) {
      throw new BadInputException("there is no file " + file + ": check the path.", e);
    } catch (java.io.EOFException e) {
      throw new BadInputException(
          file + " is cut short (it ends before its last value): write it again.", e);
    } catch (IOException e) {
      throw TableFile.unreadable(file, e);
    }
  }
}
