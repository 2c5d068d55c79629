package io.kith.spark.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {
  @TempDir Path folder;
  private CheckpointFolder checkpoints;

  @BeforeEach
  void open() {
    checkpoints =
        new CheckpointFolder(folder.resolve("run").toUri().toString(), new Configuration());
  }

  @Test
  void theNewestComesBackAndTheLastTwoAreKept() throws IOException {
    checkpoints.create();
    assertThat(checkpoints.newest()).isEmpty();
    String name = "";
    for (int number = 0; number < 4; number++) {
      name = checkpoints.add(file("text " + number), name, 0);
    }
    assertThat(checkpoints.newest()).contains("checkpoint-00000003-0000.npz");
    assertThat(fetched("checkpoint-00000003-0000.npz")).isEqualTo("text 3");
    assertThat(fetched("checkpoint-00000002-0000.npz")).isEqualTo("text 2");
    assertThat(folder.resolve("run/checkpoint-00000001-0000.npz")).doesNotExist();
    checkpoints.delete();
    assertThat(checkpoints.newest()).isEmpty();
  }

  @Test
  void anAttemptThatWasGivenUpReplacesNothing() throws IOException {
    String first = checkpoints.add(file("first"), "", 0);
    String late = checkpoints.add(file("of the second attempt"), first, 1);
    checkpoints.add(file("of the first, which does not know yet"), first, 0);
    assertThat(checkpoints.newest()).contains(late);
    assertThat(fetched(late)).isEqualTo("of the second attempt");
  }

  @Test
  void aFolderThatTheDriverMadeElsewhereIsRefused() {
    assertThatThrownBy(() -> checkpoints.requireShared("some-host"))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not there on some-host")
        .hasMessageContaining("choose a path that the driver and all executors share.");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("file"), text);
  }

  private String fetched(String name) throws IOException {
    Path into = Files.createTempDirectory(folder, "fetched").resolve("file");
    checkpoints.fetch(name, into);
    return Files.readString(into);
  }
}
