package io.kith.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFilesTest {
  @TempDir Path folder;

  @Test
  void aFailureHalfwayLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = folder.resolve("a.txt");
    Files.writeString(file, "old");
    assertThatThrownBy(
            () ->
                WholeFiles.write(
                    file,
                    out -> {
                      out.write("half".getBytes(StandardCharsets.UTF_8));
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "cannot write "
                + file
                + " (No space left on device): choose another place with --out.");
    assertThat(Files.readString(file)).isEqualTo("old");
    assertThat(Files.list(folder)).containsExactly(file);
  }

  /** The real thing, where the machine has a device that is always full. */
  @Test
  void aFullDiskIsSaidInOneSentence() {
    org.junit.jupiter.api.Assumptions.assumeTrue(Files.isWritable(Path.of("/dev/full")));
    assertThatThrownBy(
            () ->
                WholeFiles.writeVia(
                    folder.resolve("b.txt"),
                    temporary -> Files.write(Path.of("/dev/full"), new byte[] {1})))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("No space left on device");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFolderIsReplacedWholeOrNotAtAll() throws IOException {
    Path target = folder.resolve("model");
    WholeFiles.writeFolder(target, t -> Files.writeString(t.resolve("one"), "1"));
    assertThatThrownBy(
            () ->
                WholeFiles.writeFolder(
                    target,
                    t -> {
                      Files.writeString(t.resolve("two"), "2");
                      throw new IOException("broken");
                    }))
        .isInstanceOf(BadInputException.class);
    assertThat(Files.list(target).map(p -> p.getFileName().toString())).containsExactly("one");
    WholeFiles.writeFolder(target, t -> Files.writeString(t.resolve("two"), "2"));
    assertThat(Files.list(target).map(p -> p.getFileName().toString())).containsExactly("two");
    assertThat(Files.list(folder)).containsExactly(target);
  }

  @Test
  void aFileInTheWayOfAFolderIsNamed() throws IOException {
    Path file = folder.resolve("file");
    Files.writeString(file, "");
    assertThatThrownBy(() -> WholeFiles.requireWritableFolder(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("a file of that name stands where a folder is needed");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void anInterruptedProcessLeavesTheOldFileAndNothingElse() throws Exception {
    Files.writeString(folder.resolve("file"), "old");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndlessWriter.class.getName(),
                folder.toString())
            .start();
    BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
    assertThat(said.readLine()).isEqualTo("writing");
    assertThat(said.readLine()).isEqualTo("writing");
    assertThat(folder).isDirectoryContaining(path -> path.toString().endsWith(".part"));
    process.destroy();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(".part"));
    assertThat(folder.resolve("file")).hasContent("old");
  }
}
