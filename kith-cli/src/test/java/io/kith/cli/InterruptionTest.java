package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, sent to the process that users start. */
@EnabledOnOs(OS.LINUX)
class InterruptionTest {
  private static final Path LAUNCHER = Path.of("src/main/launcher/kith").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void trainingEndsWithACheckpointFromWhichItGoesOnToTheSameModel() throws Exception {
    Path csv = Flowers.csv(folder.resolve("flowers.csv"), 600, 5);
    Path whole = folder.resolve("whole");
    Path cut = folder.resolve("cut");
    assertThat(start(csv, whole).waitFor()).isZero();

    Process process = start(csv, cut);
    while (!Files.exists(cut.resolve("checkpoint.npz"))) { // it trains
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).as("ended too early").isFalse();
    }
    long interrupted = System.nanoTime();
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    double seconds = (System.nanoTime() - interrupted) / 1e9;
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.exitValue()).as(said).isEqualTo(130);
    assertThat(said)
        .endsWith(
            "kith: interrupted; the same command with --resume goes on from "
                + cut.resolve("checkpoint.npz")
                + ".");
    assertThat(seconds).isLessThan(10); // one, where nothing else is running
    assertThat(cut.resolve("model")).doesNotExist();

    assertThat(start(csv, cut, "--resume").waitFor()).isZero();
    assertThat(cut.resolve("model/weights.safetensors"))
        .hasSameBinaryContentAs(whole.resolve("model/weights.safetensors"));
    assertThat(cut.resolve("checkpoint.npz")).doesNotExist();
  }

  /** Long enough to be interrupted; {@code env} undoes that a background job ignores Ctrl-C. */
  private static Process start(Path csv, Path out, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(List.of("env", "--default-signal=INT", "bash", LAUNCHER.toString()));
    words.addAll(List.of("train", csv.toString(), "-o", out.toString()));
    words.addAll(List.of("--label", "species", "--id", "name", "--quiet"));
    words.addAll(List.of("--hidden", "64,64", "--batch-size", "64", "--block-size", "8"));
    words.addAll(List.of("--epochs", "80", "--workers", "2", "--threads", "2"));
    words.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("KITH_CLASSPATH", System.getProperty("java.class.path"));
    return builder.start();
  }
}
