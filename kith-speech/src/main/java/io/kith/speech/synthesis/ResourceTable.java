package io.kith.speech.synthesis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines of a text file that comes with the library, cut at spaces, without comments. */
final class ResourceTable {
  private ResourceTable() {}

  static List<String[]> rows(String name) {
    try (InputStream in = ResourceTable.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("# ") && !line.equals("#"))
          .map(line -> line.strip().split("\\s+"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
