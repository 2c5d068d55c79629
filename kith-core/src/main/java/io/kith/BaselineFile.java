package io.kith;

import io.kith.base.Json;
import io.kith.data.Npz;
import io.kith.engine.FloatMatrix;
import io.kith.train.TrainingHistory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The baseline of a run, once it is trained, beside the run's checkpoint: a run that is interrupted
 * later need not train it again. Removed when the run has ended.
 */
final class BaselineFile {
  private final Optional<Path> file;
  private final boolean resume;
  private final String fingerprint;

  BaselineFile(RunContext context, String fingerprint) {
    this.file =
        context.checkpoint().map(place -> place.file().resolveSibling(RunContext.BASELINE_FILE));
    this.resume = context.checkpoint().filter(RunContext.CheckpointPlace::resume).isPresent();
    this.fingerprint = fingerprint;
  }

  void write(FloatMatrix parameters, TrainingHistory history) {
    file.ifPresent(
        path ->
            Npz.write(
                path,
                npz -> {
                  npz.add("fingerprint", new String[] {fingerprint});
                  npz.add("history", new String[] {Json.tree(history).toString()});
                  npz.add("parameters", parameters);
                }));
  }

  /** Puts the parameters back, where a run of the same data and options left them. */
  Optional<TrainingHistory> restore(FloatMatrix parameters) {
    if (!resume || file.filter(Files::exists).isEmpty()) {
      return Optional.empty();
    }
    Path path = file.get();
    try (Npz npz = Npz.open(path)) {
      if (!npz.has("fingerprint") || !npz.strings("fingerprint")[0].equals(fingerprint)) {
        return Optional.empty();
      }
      try (FloatMatrix read = npz.matrix("parameters")) {
        read.copyInto(parameters);
      }
      return Optional.of(
          Json.as(Json.parse(npz.strings("history")[0]), TrainingHistory.class, path.toString()));
    }
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
