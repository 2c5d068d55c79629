package io.kith.spark.train;

import io.kith.base.BadInputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Checkpoints of one training run under any Hadoop path, numbered, the last two kept.
 *
 * <p>None is ever written over: a rank that was given up and does not know it yet cannot change
 * what others are reading. Each appears whole, by being moved into place.
 */
final class CheckpointFolder {
  private static final Pattern NAME = Pattern.compile("checkpoint-(\\d{8})-(\\d{4})\\.npz");
  private static final int KEPT = 2;

  private final Path folder;
  private final Configuration configuration;

  CheckpointFolder(String folder, Configuration configuration) {
    this.folder = new Path(folder);
    this.configuration = configuration;
  }

  /** Makes the folder, if need be: by the driver, so that whoever does not see it shares it not. */
  void create() {
    try {
      if (!files().mkdirs(folder)) {
        throw new IOException("it cannot be created");
      }
    } catch (IOException e) {
      throw new BadInputException(
          "cannot write to the checkpoint folder "
              + folder
              + " ("
              + e.getMessage()
              + "): choose another.",
          e);
    }
  }

  /** Makes sure that it is the folder that the driver has made. */
  void requireShared(String host) {
    try {
      if (!files().exists(folder)) {
        throw new BadInputException(
            "the checkpoint folder "
                + folder
                + " is not there on "
                + host
                + ": choose a path that the driver and all executors share.");
      }
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /** The name of the newest, if there is any. */
  Optional<String> newest() {
    try {
      List<String> names = names();
      return names.isEmpty() ? Optional.empty() : Optional.of(names.get(names.size() - 1));
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  void fetch(String name, java.nio.file.Path into) {
    try (InputStream in = files().open(new Path(folder, name))) {
      Files.copy(in, into);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /**
   * Adds a checkpoint after another.
   *
   * @param before the name of the last one, empty for the first
   * @param attempt by which two that follow the same one differ; the later attempt's counts
   */
  String add(java.nio.file.Path file, String before, int attempt) {
    int number = before.isEmpty() ? 0 : number(before) + 1;
    String name = String.format("checkpoint-%08d-%04d.npz", number, attempt % 10_000);
    Path part = new Path(folder, "." + name + ".part");
    try {
      try (OutputStream out = files().create(part, true)) {
        Files.copy(file, out);
      }
      if (!files().rename(part, new Path(folder, name))) {
        throw new IOException("cannot move " + part + " to " + name);
      }
      removeOld();
      return name;
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  void delete() {
    try {
      files().delete(folder, true);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private void removeOld() throws IOException {
    List<String> names = names();
    for (String old : names.subList(0, Math.max(0, names.size() - KEPT))) {
      files().delete(new Path(folder, old), false);
    }
  }

  /** From the oldest to the newest. */
  private List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try {
      for (FileStatus file : files().listStatus(folder)) {
        if (NAME.matcher(file.getPath().getName()).matches()) {
          names.add(file.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    names.sort(null);
    return names;
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring("checkpoint-".length(), "checkpoint-".length() + 8));
  }

  private FileSystem files() throws IOException {
    return folder.getFileSystem(configuration);
  }

  private UncheckedIOException unreachable(IOException e) {
    return new UncheckedIOException(
        "cannot use the checkpoint folder " + folder + " (" + e.getMessage() + ")", e);
  }
}
