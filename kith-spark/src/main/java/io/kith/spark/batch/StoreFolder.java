package io.kith.spark.batch;

import io.kith.base.BadInputException;
import io.kith.batch.StoreIndex;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The folder that a store is written into. Tasks write files under names that no other attempt
 * uses; only the index, which comes last, says which of them count.
 */
final class StoreFolder implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int BUFFER = 1 << 20;
  private static final int GONE_FOR_GOOD = 5;
  private static final int MOST_LOOKS = 100;
  private static final long PAUSE_NANOS = 100_000_000;

  private final String folder;
  private final SerializableConfiguration configuration;

  StoreFolder(String folder, Configuration configuration) {
    this.folder = folder;
    this.configuration = new SerializableConfiguration(configuration);
  }

  /** Makes the folder, which must not be there. */
  void create() throws IOException {
    Path path = new Path(folder);
    if (files().exists(path)) {
      throw new BadInputException(
          "cannot write meta-batches to "
              + folder
              + ", which exists already: remove it, or choose another folder.");
    }
    files().mkdirs(path);
  }

  OutputStream open(String name) throws IOException {
    return new BufferedOutputStream(files().create(new Path(folder, name), false), BUFFER);
  }

  /** Writes the index, whole, and removes what attempts that do not count have left. */
  void finish(StoreIndex index) throws IOException {
    String part = "." + StoreIndex.FILE + ".part";
    try (OutputStream out = open(part)) {
      out.write(index.encode());
    }
    if (!files().rename(new Path(folder, part), new Path(folder, StoreIndex.FILE))) {
      throw new IOException("cannot move " + part + " to " + StoreIndex.FILE);
    }
    Set<String> parts = Set.copyOf(index.parts());
    for (FileStatus file : files().listStatus(new Path(folder))) {
      String name = file.getPath().getName();
      boolean counts =
          parts.contains(name)
              || name.equals(index.labeled().file())
              || name.equals(StoreIndex.FILE);
      if (!counts) {
        files().delete(file.getPath(), false);
      }
    }
  }

  /**
   * Removes all that was written. Tasks of a job that has failed go on for a moment and may put the
   * folder back, so it is looked at until it has stayed away for a while.
   */
  void remove() throws IOException {
    Path path = new Path(folder);
    int looks = 0;
    for (int gone = 0; gone < GONE_FOR_GOOD && looks < MOST_LOOKS; looks++) {
      if (files().exists(path)) {
        files().delete(path, true);
        gone = 0;
      } else {
        gone++;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private FileSystem files() throws IOException {
    return new Path(folder).getFileSystem(configuration.value());
  }

  @Override
  public String toString() {
    return folder;
  }
}
