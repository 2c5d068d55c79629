package io.kith.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
  @TempDir Path folder;

  @Test
  void aRunOfTheFirstVersionIsStillReadAndDrawn() throws Exception {
    Run run = Run.read(Path.of(RunTest.class.getResource("run-1.json").toURI()));
    assertThat(run.method()).isEqualTo("graph");
    assertThat(run.training().epochs()).hasSize(3);
    assertThat(run.test().reliability()).isEmpty();
    assertThat(run.batches().orElseThrow().connectivitySpread().counts()).isEmpty();
    RunPage.write(folder.resolve("report.html"), List.of(run));
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("Loss by epoch", "Confusion of classes")
        .doesNotContain("id=\"reliability\"", "id=\"batch-connectivity\"");
  }

  @Test
  void aRunOfANewerVersionIsRefusedInOneSentence() throws Exception {
    Path file = Files.writeString(folder.resolve("run.json"), "{\"version\": 99}");
    assertThatThrownBy(() -> Run.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            file
                + " was written by a newer Kith (run version 99, this one reads up to 2): update"
                + " Kith.");
  }

  @Test
  void aFileThatIsNoRunIsRefusedInOneSentence() throws Exception {
    Path file = Files.writeString(folder.resolve("run.json"), "{\"some\": \"thing\"}");
    assertThatThrownBy(() -> Run.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a run of Kith (it has no version)");
  }
}
