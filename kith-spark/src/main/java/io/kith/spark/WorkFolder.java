package io.kith.spark;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;

/** A folder that driver and executors share for the time of a fit. */
final class WorkFolder implements AutoCloseable {
  private final JavaSparkContext spark;
  private final Path path;

  private WorkFolder(JavaSparkContext spark, Path path) {
    this.spark = spark;
    this.path = path;
  }

  /**
   * Names a new folder; it is made by whoever writes into it first.
   *
   * @param parent any Hadoop path; empty for the machine's temporary folder, where all are on it
   */
  static WorkFolder in(String parent, JavaSparkContext spark) {
    if (parent.isEmpty() && !spark.isLocal()) {
      throw new BadInputException(
          "executors on other machines read meta-batches from a shared folder: set workDir to one"
              + " that driver and executors can reach, such as hdfs:///tmp/kith.");
    }
    String place = parent.isEmpty() ? "file://" + System.getProperty("java.io.tmpdir") : parent;
    return new WorkFolder(spark, new Path(place, "kith-" + UUID.randomUUID()));
  }

  /** The place of something in the folder. */
  String at(String name) {
    return new Path(path, name).toString();
  }

  @Override
  public void close() {
    try {
      FileSystem files = path.getFileSystem(spark.hadoopConfiguration());
      files.delete(path, true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the folder " + path, e);
    }
  }
}
