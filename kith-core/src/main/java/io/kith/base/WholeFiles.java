package io.kith.base;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes files that appear whole or not at all: first under a temporary name in the same folder,
 * then moved into place. Whatever goes wrong on the way, the temporary file is removed and what
 * stood there before still stands; so it is when the process is interrupted.
 */
public final class WholeFiles {
  /** What is being written now, to be removed should the process end before it is whole. */
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(WholeFiles::removeUnfinished, "kith-unfinished-files"));
  }

  private WholeFiles() {}

  /** Writes the content of one file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes one file given its temporary path, for writers that open the file themselves. */
  @FunctionalInterface
  public interface Writer {
    void write(Path temporary) throws IOException;
  }

  public static void write(Path file, Content content) {
    writeVia(
        file,
        temporary -> {
          try (FileChannel channel =
              FileChannel.open(
                  temporary,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE)) {
            OutputStream out =
                new BufferedOutputStream(
                    java.nio.channels.Channels.newOutputStream(channel), 1 << 16);
            content.writeTo(out);
            out.flush();
            channel.force(true);
          }
        });
  }

  public static void writeVia(Path file, Writer writer) {
    Path target = file.toAbsolutePath();
    Path temporary = temporary(target, ".part");
    try {
      Files.createDirectories(target.getParent());
      UNFINISHED.add(temporary);
      try {
        writer.write(temporary);
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(temporary);
        UNFINISHED.remove(temporary);
      }
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** Writes a folder: fills a temporary one, then puts it in the place of what stood there. */
  public static void writeFolder(Path folder, Writer writer) {
    Path target = folder.toAbsolutePath();
    Path temporary = temporary(target, ".part");
    Path replaced = temporary(target, ".old");
    try {
      Files.createDirectories(target.getParent());
      try {
        deleteFolder(temporary);
        deleteFolder(replaced);
        UNFINISHED.add(temporary);
        Files.createDirectory(temporary);
        writer.write(temporary);
        if (Files.exists(target)) {
          Files.move(target, replaced, StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        deleteFolder(temporary);
        deleteFolder(replaced);
        UNFINISHED.remove(temporary);
      }
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  /** Creates the folder if need be and makes sure that files can be written there. */
  public static void requireWritableFolder(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".kith", ".probe"));
    } catch (IOException e) {
      throw cannotWrite(folder, e);
    }
  }

  /** Removes a folder and all that is in it, if it is there. */
  public static void deleteFolder(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Called when the process ends; by then a file that is whole is no longer unfinished. */
  private static void removeUnfinished() {
    for (Path temporary : UNFINISHED) {
      try {
        deleteFolder(temporary);
      } catch (IOException e) {
        // its writer may be at work still; the next one will overwrite it
      }
    }
  }

  /** The same name every time: what a killed process leaves is overwritten by the next one. */
  private static Path temporary(Path target, String ending) {
    return target.resolveSibling("." + target.getFileName() + ending);
  }

  private static BadInputException cannotWrite(Path path, IOException e) {
    return new BadInputException(
        "cannot write " + path + " (" + reason(e) + "): choose another place with --out.", e);
  }

  private static String reason(IOException e) {
    if (e instanceof java.nio.file.AccessDeniedException) {
      return "no permission";
    }
    if (e instanceof java.nio.file.FileAlreadyExistsException) {
      return "a file of that name stands where a folder is needed";
    }
    if (e instanceof java.nio.file.NoSuchFileException) {
      return "no such folder";
    }
    if (e instanceof java.nio.file.FileSystemException f && f.getReason() != null) {
      return f.getReason().toLowerCase(java.util.Locale.ROOT);
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
