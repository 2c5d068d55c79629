package io.kith.base;

import java.nio.file.Files;
import java.nio.file.Path;

/** A process that writes a file and a folder and never gets done, to be interrupted. */
final class EndlessWriter {
  private EndlessWriter() {}

  public static void main(String[] args) {
    Path folder = Path.of(args[0]);
    new Thread(
            () ->
                WholeFiles.writeFolder(
                    folder.resolve("made"),
                    temporary -> {
                      Files.writeString(temporary.resolve("part"), "half");
                      sayAndWait();
                    }))
        .start();
    WholeFiles.write(
        folder.resolve("file"),
        out -> {
          out.write(new byte[1 << 20]);
          sayAndWait();
        });
  }

  private static void sayAndWait() {
    System.out.println("writing");
    while (true) {
      Thread.onSpinWait();
    }
  }
}
