package io.kith.batch;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The files of a store, read from any position: in a folder of this machine, or wherever else files
 * can be. Threads may share it.
 */
public interface StoreFiles {
  /** Fills an array with what stands in a file from a position on. */
  void read(String name, long position, byte[] into) throws IOException;

  /** How many bytes a file has. */
  long length(String name) throws IOException;

  /** Where a file is, as a person would call it. */
  String place(String name);

  /** The files of a folder of this machine. */
  static StoreFiles in(Path folder) {
    return new StoreFiles() {
      @Override
      public void read(String name, long position, byte[] into) throws IOException {
        try (FileChannel channel =
            FileChannel.open(folder.resolve(name), StandardOpenOption.READ)) {
          ByteBuffer bytes = ByteBuffer.wrap(into);
          while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
              throw new EOFException("it ends too early");
            }
          }
        }
      }

      @Override
      public long length(String name) throws IOException {
        return java.nio.file.Files.size(folder.resolve(name));
      }

      @Override
      public String place(String name) {
        return folder.resolve(name).toString();
      }
    };
  }
}
