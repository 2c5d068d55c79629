package io.kith.cli;

import io.kith.base.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A table as users bring it: two measurements, a colour, a species known for some rows. */
final class Flowers {
  private Flowers() {}

  /** Two clouds of points; every {@code labelEvery}-th row has its species. */
  static Path csv(Path file, int rows, int labelEvery) throws IOException {
    SplittableRandom random = new Seed(17).random();
    List<String> lines = new ArrayList<>(List.of("name,length,width,species"));
    for (int i = 0; i < rows; i++) {
      boolean rose = i % 2 == 0;
      double length = (rose ? 4 : 6) + random.nextDouble() + random.nextDouble();
      double width = (rose ? 3 : 2) + random.nextDouble();
      String species = (i / 2) % labelEvery == 0 ? (rose ? "rose" : "tulip") : "";
      lines.add(String.format(Locale.ROOT, "n%d,%.4f,%.4f,%s", i, length, width, species));
    }
    return Files.write(file, lines);
  }
}
