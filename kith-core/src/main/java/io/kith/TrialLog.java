package io.kith;

import io.kith.base.Fingerprint;
import io.kith.base.Json;
import io.kith.report.TuningSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The trials of a search that are done, kept in a file beside the run's checkpoint, so that an
 * interrupted search loses one trial and not all. Trials of other data or candidates are not taken
 * for these.
 */
final class TrialLog {
  static final String FILE = "tuning.json";

  private final Optional<Path> file;
  private final String fingerprint;
  private final List<Entry> entries = new ArrayList<>();

  record Entry(int candidate, TuningSummary.Round round) {}

  /** What the file holds. */
  record Content(String fingerprint, List<Entry> entries) {}

  private TrialLog(Optional<Path> file, String fingerprint) {
    this.file = file;
    this.fingerprint = fingerprint;
  }

  /** Empty, or what an interrupted search left where the context says to resume. */
  static TrialLog of(
      Preparation rows, List<RunOptions> candidates, Halving halving, RunContext context) {
    String fingerprint =
        new Fingerprint()
            .add(rows.dataset().fingerprint())
            .add(rows.split().train())
            .add(rows.split().validation())
            .add(Json.text(candidates))
            .add(halving.toString())
            .text();
    Optional<Path> file = context.checkpoint().map(place -> place.file().resolveSibling(FILE));
    TrialLog log = new TrialLog(file, fingerprint);
    boolean resume = context.checkpoint().filter(RunContext.CheckpointPlace::resume).isPresent();
    file.filter(path -> resume && Files.exists(path))
        .map(path -> Json.read(path, Content.class))
        .filter(content -> content.fingerprint().equals(fingerprint))
        .ifPresent(content -> log.entries.addAll(content.entries()));
    return log;
  }

  Optional<TuningSummary.Round> find(int candidate, int epochs) {
    return entries.stream()
        .filter(entry -> entry.candidate() == candidate && entry.round().epochs() == epochs)
        .map(Entry::round)
        .findFirst();
  }

  void add(int candidate, TuningSummary.Round round) {
    entries.add(new Entry(candidate, round));
    file.ifPresent(path -> Json.write(path, new Content(fingerprint, entries)));
  }

  void remove() {
    file.ifPresent(
        path -> {
          try {
            Files.deleteIfExists(path);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
