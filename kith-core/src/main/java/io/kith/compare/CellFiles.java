package io.kith.compare;

import io.kith.base.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;

/**
 * The finished part of a comparison, a file for each cell and for each choice of a candidate. What
 * was made from other data or options is not taken for it.
 */
final class CellFiles {
  private final Path folder;

  CellFiles(Path folder) {
    this.folder = folder;
  }

  /**
   * A cell as it is stored.
   *
   * @param correct a bit for each test row, set where it was right
   */
  record Stored(String fingerprint, Cell cell, String correct) {
    static Stored of(String fingerprint, Cell cell, BitSet correct) {
      return new Stored(
          fingerprint, cell, Base64.getEncoder().encodeToString(correct.toByteArray()));
    }

    BitSet right() {
      return BitSet.valueOf(Base64.getDecoder().decode(correct));
    }
  }

  /** Which candidate the validation rows chose. */
  record Choice(String fingerprint, int candidate, double seconds) {}

  Optional<Stored> cell(String method, double ratio, long seed, String fingerprint) {
    return read(cellFile(method, ratio, seed), Stored.class)
        .filter(stored -> stored.fingerprint().equals(fingerprint));
  }

  void write(Stored stored) {
    Cell cell = stored.cell();
    Json.write(cellFile(cell.method(), cell.ratio(), cell.seed()), stored);
  }

  Optional<Choice> choice(String method, double ratio, String fingerprint) {
    return read(choiceFile(method, ratio), Choice.class)
        .filter(choice -> choice.fingerprint().equals(fingerprint));
  }

  void write(String method, double ratio, Choice choice) {
    Json.write(choiceFile(method, ratio), choice);
  }

  private Path cellFile(String method, double ratio, long seed) {
    return folder.resolve(
        String.format(
            Locale.ROOT, "%s-%s-seed-%d.json", method, ComparisonOptions.text(ratio), seed));
  }

  private Path choiceFile(String method, double ratio) {
    return folder.resolve(method + "-" + ComparisonOptions.text(ratio) + "-choice.json");
  }

  private static <T> Optional<T> read(Path file, Class<T> type) {
    return Files.isRegularFile(file) ? Optional.of(Json.read(file, type)) : Optional.empty();
  }
}
