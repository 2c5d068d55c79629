package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, run as users run it. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {
  private static final Path LAUNCHER = Path.of("src/main/launcher/kith").toAbsolutePath();

  @TempDir Path folder;

  @Test
  void startsOnTheJavaOfJavaHomeAndPassesExitCodesThrough() throws Exception {
    assertThat(run(Map.of("JAVA_HOME", System.getProperty("java.home")), "--version"))
        .contains("Kith", "exit 0");
    assertThat(run(Map.of("JAVA_HOME", System.getProperty("java.home")), "train", "none.csv"))
        .contains("there is no file", "exit 2");
  }

  @Test
  void saysPlainlyWhenThereIsNoJava() throws Exception {
    assertThat(run(Map.of("PATH", toolsWithoutJava()), "--version"))
        .isEqualTo(
            "kith: Java 17 or newer is needed, but there is none:"
                + " install a JDK or set JAVA_HOME.\nexit 2");
  }

  @Test
  void saysPlainlyWhenJavaIsTooOld() throws Exception {
    Path old = Files.createDirectories(folder.resolve("jdk-11/bin")).getParent();
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
    Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(run(Map.of("JAVA_HOME", old.toString()), "--version"))
        .isEqualTo(
            "kith: Java 17 or newer is needed, but JAVA_HOME ("
                + old
                + ") has Java 11: set JAVA_HOME to a newer one.\nexit 2");
  }

  @Test
  void aSignalReachesKithItself() throws Exception {
    Path corpus = folder.resolve("corpus");
    ProcessBuilder builder =
        new ProcessBuilder(
            "bash",
            LAUNCHER.toString(),
            "corpus",
            "synthesize",
            corpus.toString(),
            "--speakers",
            "5000");
    environment(builder, Map.of("JAVA_HOME", System.getProperty("java.home")));
    Process process = builder.redirectErrorStream(true).start();
    while (!process.info().command().orElse("").endsWith("java")) { // exec: bash becomes the JVM
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
    }
    process.destroy();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 15);
    assertThat(corpus).doesNotExist();
  }

  /** Standard output and error together, then the exit code. */
  private String run(Map<String, String> variables, String... words)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(Stream.of("bash", LAUNCHER.toString()), Stream.of(words)).toList());
    environment(builder, variables);
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return text + "exit " + process.waitFor();
  }

  private static void environment(ProcessBuilder builder, Map<String, String> variables) {
    builder.environment().remove("JAVA_HOME");
    builder.environment().put("KITH_CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().putAll(variables);
  }

  /** A folder with the tools that the launcher calls, and nothing else. */
  private String toolsWithoutJava() throws IOException {
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : List.of("bash", "dirname", "readlink", "sed", "head")) {
      for (String place : List.of("/usr/bin", "/bin")) {
        Path link = tools.resolve(tool);
        if (Files.exists(Path.of(place, tool)) && !Files.exists(link)) {
          Files.writeString(link, "#!/bin/sh\nexec " + place + "/" + tool + " \"$@\"\n");
          assertThat(link.toFile().setExecutable(true)).isTrue();
        }
      }
    }
    return tools.toString();
  }
}
