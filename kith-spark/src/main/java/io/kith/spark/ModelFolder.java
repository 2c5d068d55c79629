package io.kith.spark;

import io.kith.base.BadInputException;
import io.kith.learner.Model;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Kith's model folders on any file system that Hadoop knows. */
final class ModelFolder {
  private static final String DESCRIPTION = "model.json";

  private final Path folder;
  private final Configuration hadoop;

  ModelFolder(String folder, Configuration hadoop) {
    this.folder = new Path(folder);
    this.hadoop = hadoop;
  }

  /** Writes the files of a model; the one that makes the folder a model folder comes last. */
  void write(Model model) {
    try (TemporaryFolder temporary = TemporaryFolder.create()) {
      java.nio.file.Path saved = temporary.path().resolve("model");
      model.save(saved);
      FileSystem files = folder.getFileSystem(hadoop);
      files.mkdirs(folder);
      for (java.nio.file.Path file : descriptionLast(saved)) {
        files.copyFromLocalFile(
            false, true, new Path(file.toUri()), new Path(folder, file.getFileName().toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the model to " + folder, e);
    }
  }

  Model read() {
    try (TemporaryFolder temporary = TemporaryFolder.create()) {
      FileSystem files = folder.getFileSystem(hadoop);
      if (!files.exists(new Path(folder, DESCRIPTION))) {
        throw new BadInputException(
            folder
                + " is not a model folder (it has no "
                + DESCRIPTION
                + "): give a folder that a KithClassificationModel or kith train wrote.");
      }
      for (FileStatus file : files.listStatus(folder)) {
        String name = file.getPath().getName();
        if (file.isFile() && !name.startsWith(".") && !name.startsWith("_")) {
          Path local = new Path(temporary.path().resolve(name).toUri());
          files.copyToLocalFile(false, file.getPath(), local, true);
        }
      }
      return Model.load(temporary.path());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the model in " + folder, e);
    }
  }

  /** Whether the folder was written by Spark ML, with settings besides the model. */
  boolean hasSettings() {
    try {
      return folder.getFileSystem(hadoop).exists(new Path(folder, "metadata"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + folder, e);
    }
  }

  private static List<java.nio.file.Path> descriptionLast(java.nio.file.Path saved)
      throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(saved)) {
      return files
          .sorted(java.util.Comparator.comparing(file -> file.endsWith(DESCRIPTION)))
          .toList();
    }
  }
}
