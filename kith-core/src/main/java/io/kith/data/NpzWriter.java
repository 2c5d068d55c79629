package io.kith.data;

import io.kith.base.WholeFiles;
import io.kith.engine.FloatMatrix;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Adds named arrays to a {@code .npz} file that {@link Npz#write} has opened.
 *
 * <p>Arrays are stored without packing, as {@code numpy.savez} does: float features hardly pack and
 * packing takes most of the time. Not for sharing between threads.
 */
public final class NpzWriter {
  /** The earliest time of a ZIP archive: the same arrays make the same file. */
  private static final LocalDateTime EPOCH = LocalDateTime.of(1980, 1, 1, 0, 0);

  private final ZipOutputStream zip;

  NpzWriter(OutputStream out) {
    zip = new ZipOutputStream(out);
    zip.setMethod(ZipOutputStream.STORED);
  }

  public void add(String name, FloatMatrix matrix) throws IOException {
    store(name, out -> NpyOutput.write(out, matrix));
  }

  public void add(String name, float[] values) throws IOException {
    store(name, out -> NpyOutput.write(out, values));
  }

  public void add(String name, int[] values) throws IOException {
    store(name, out -> NpyOutput.write(out, values));
  }

  /** Adds a matrix of whole numbers, given row after row. */
  public void add(String name, int[] values, int columns) throws IOException {
    store(name, out -> NpyOutput.write(out, values, columns));
  }

  public void add(String name, long[] values) throws IOException {
    store(name, out -> NpyOutput.write(out, values));
  }

  public void add(String name, String[] values) throws IOException {
    store(name, out -> NpyOutput.write(out, values));
  }

  /** Adds a single ASCII text, such as SciPy's name of a sparse format. */
  public void addAscii(String name, String value) throws IOException {
    store(name, out -> NpyOutput.writeAscii(out, value));
  }

  void finish() throws IOException {
    zip.finish();
  }

  /** A stored entry is preceded by its size and checksum, so the content is made twice. */
  private void store(String name, WholeFiles.Content content) throws IOException {
    Measure measure = new Measure();
    content.writeTo(measure);
    ZipEntry entry = new ZipEntry(name + ".npy");
    entry.setTimeLocal(EPOCH);
    entry.setSize(measure.bytes);
    entry.setCompressedSize(measure.bytes);
    entry.setCrc(measure.checksum.getValue());
    zip.putNextEntry(entry);
    content.writeTo(zip);
    zip.closeEntry();
  }

  /** Counts and sums up bytes, and keeps none. */
  private static final class Measure extends OutputStream {
    final CRC32 checksum = new CRC32();
    long bytes;

    @Override
    public void write(int b) {
      checksum.update(b);
      bytes++;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      checksum.update(from, offset, length);
      bytes += length;
    }
  }
}
