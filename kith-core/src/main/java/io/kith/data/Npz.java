package io.kith.data;

import io.kith.base.BadInputException;
import io.kith.base.WholeFiles;
import io.kith.engine.FloatMatrix;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * NumPy's {@code .npz} files: named arrays in a ZIP archive. An open one reads an array when it is
 * asked for it.
 *
 * <pre>{@code
 * Npz.write(file, npz -> npz.add("labels", labels));
 * try (Npz npz = Npz.open(file)) {
 *   int[] labels = npz.ints("labels");
 * }
 * }</pre>
 *
 * <p>Threads may not share an open file.
 */
public final class Npz implements AutoCloseable {
  private static final String SUFFIX = ".npy";

  private final Path file;
  private final ZipFile zip;

  private Npz(Path file, ZipFile zip) {
    this.file = file;
    this.zip = zip;
  }

  public static Npz open(Path file) {
    try {
      return new Npz(file, new ZipFile(file.toFile()));
    } catch (NoSuchFileException | java.io.FileNotFoundException e) {
      throw new BadInputException("there is no file " + file + ": check the path.", e);
    } catch (IOException e) {
      throw new BadInputException(
          file + " is not a whole .npz file: write it with numpy.savez.", e);
    }
  }

  /** Adds the arrays of a file that is being written. */
  @FunctionalInterface
  public interface Content {
    void addTo(NpzWriter npz) throws IOException;
  }

  /** Writes a file that appears whole or not at all. */
  public static void write(Path file, Content content) {
    WholeFiles.write(
        file,
        out -> {
          NpzWriter writer = new NpzWriter(out);
          content.addTo(writer);
          writer.finish();
        });
  }

  public List<String> names() {
    return zip.stream()
        .map(ZipEntry::getName)
        .filter(name -> name.endsWith(SUFFIX))
        .map(name -> name.substring(0, name.length() - SUFFIX.length()))
        .toList();
  }

  public boolean has(String name) {
    return zip.getEntry(name + SUFFIX) != null;
  }

  public long[] shape(String name) {
    return read(name, input -> input.header().shape());
  }

  public FloatMatrix matrix(String name) {
    return read(name, NpyInput::matrix);
  }

  public int[] ints(String name) {
    return read(name, NpyInput::ints);
  }

  public long[] longs(String name) {
    return read(name, NpyInput::longs);
  }

  public float[] floats(String name) {
    return read(name, NpyInput::floats);
  }

  /** Texts; numbers are written out as texts. A single value gives an array of one. */
  public String[] strings(String name) {
    return read(name, NpyInput::strings);
  }

  <T> T read(String name, Npy.Reading<T> reading) {
    ZipEntry entry = zip.getEntry(name + SUFFIX);
    if (entry == null) {
      throw new BadInputException(
          file + " has no array \"" + name + "\": it has " + String.join(", ", names()) + ".");
    }
    String source = "array \"" + name + "\" of " + file;
    try (InputStream in = new BufferedInputStream(zip.getInputStream(entry), 1 << 16)) {
      return reading.from(new NpyInput(in, source));
    } catch (EOFException e) {
      throw new BadInputException(
          source + " is cut short (it ends before its last value): write it again.", e);
    } catch (IOException e) {
      throw new BadInputException(
          source + " cannot be unpacked (" + e.getMessage() + "): write the file again.", e);
    }
  }

  @Override
  public void close() {
    try {
      zip.close();
    } catch (IOException e) {
      throw TableFile.unreadable(file, e);
    }
  }
}
