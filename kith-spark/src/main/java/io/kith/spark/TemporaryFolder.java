package io.kith.spark;

import io.kith.base.WholeFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder of this machine that is gone, with all that is in it, when it is closed. */
record TemporaryFolder(Path path) implements AutoCloseable {
  static TemporaryFolder create() {
    try {
      return new TemporaryFolder(Files.createTempDirectory("kith"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder", e);
    }
  }

  @Override
  public void close() {
    try {
      WholeFiles.deleteFolder(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the temporary folder " + path, e);
    }
  }
}
