package io.kith.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Finds a Chromium: the one that the variable CHROMIUM names, one on the PATH, or, on a Debian
 * where we may, the distribution's package, which is then installed.
 */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "chrome");

  private Chromium() {}

  static Optional<Path> find() throws Exception {
    String named = System.getenv("CHROMIUM");
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    Optional<Path> there = onPath();
    if (there.isPresent() || !installable()) {
      return there;
    }
    System.err.println("Installing the Debian package chromium to test the report in a browser …");
    if (!succeeds("apt-get", "install", "-y", "--no-install-recommends", "chromium")) {
      succeeds("apt-get", "update");
      succeeds("apt-get", "install", "-y", "--no-install-recommends", "chromium");
    }
    return onPath();
  }

  private static Optional<Path> onPath() {
    for (String name : NAMES) {
      for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
        Path file = Path.of(folder, name);
        if (Files.isExecutable(file)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean installable() {
    return System.getProperty("user.name").equals("root")
        && Files.isExecutable(Path.of("/usr/bin/apt-get"));
  }

  private static boolean succeeds(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }
}
