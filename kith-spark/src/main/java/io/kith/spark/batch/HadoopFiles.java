package io.kith.spark.batch;

import io.kith.batch.StoreFiles;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/**
 * The files of a store in a folder of any file system that Hadoop knows. Nothing stays open between
 * two reads, so a task may bring it along to another machine.
 */
public final class HadoopFiles implements StoreFiles, Serializable {
  private static final long serialVersionUID = 1L;

  private final String folder;
  private final SerializableConfiguration configuration;

  public HadoopFiles(String folder, Configuration configuration) {
    this.folder = folder;
    this.configuration = new SerializableConfiguration(configuration);
  }

  @Override
  public void read(String name, long position, byte[] into) throws IOException {
    try (FSDataInputStream in = files().open(new Path(folder, name))) {
      in.readFully(position, into);
    }
  }

  @Override
  public long length(String name) throws IOException {
    return files().getFileStatus(new Path(folder, name)).getLen();
  }

  @Override
  public String place(String name) {
    return new Path(folder, name).toString();
  }

  private FileSystem files() throws IOException {
    return new Path(folder).getFileSystem(configuration.value());
  }
}
