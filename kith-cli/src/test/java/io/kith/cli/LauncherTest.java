package io.kith.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.kith.base.Seed;
import io.kith.data.Npy;
import io.kith.engine.FloatMatrix;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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

  @Test
  void anInterruptedGraphLeavesNothingBehind() throws Exception {
    Path data = rows(40_000, 64);
    Process process = graph(data, "--search", "exact");
    awaitLine(process, "estimate");
    interrupt(process);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 2);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(data);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aGraphKeepsToTheMemoryItIsAllowed() throws Exception {
    Path data = rows(20_000, 200);
    Process process = graph(data, "--search", "approximate", "--memory", "640m");
    long peak = 0;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, peakMegabytes(process));
    }
    assertThat(process.exitValue())
        .as(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isZero();
    assertThat(peak).isBetween(16L, 640L);
  }

  private Path rows(int count, int columns) {
    Path file = folder.resolve("rows.npy");
    SplittableRandom random = new Seed(1).random();
    try (FloatMatrix rows = FloatMatrix.allocate(count, columns)) {
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < columns; j++) {
          rows.set(i, j, (float) (random.nextDouble() / (1 + j)));
        }
      }
      Npy.write(file, rows);
    }
    return file;
  }

  private Process graph(Path data, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of("bash", LAUNCHER.toString(), "graph"));
    words.addAll(List.of(data.toString(), "-o", folder.resolve("graph.npz").toString()));
    words.addAll(List.of(more));
    ProcessBuilder builder = new ProcessBuilder(words);
    environment(builder, Map.of("JAVA_HOME", System.getProperty("java.home")));
    return builder.redirectErrorStream(true).start();
  }

  private static void awaitLine(Process process, String beginning) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line; (line = lines.readLine()) != null; ) {
      if (line.startsWith(beginning)) {
        return;
      }
    }
    throw new AssertionError("the process ended before it said " + beginning);
  }

  /** As Ctrl-C does it. */
  private static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  private static long peakMegabytes(Process process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElse(0);
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // it has ended
    }
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
